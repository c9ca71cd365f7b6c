package dev.latchkey.cli.option;

import dev.latchkey.storage.query.TableRows;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A part of a list that a command prints. {@code name}: what the rows are, as the field of the JSON
 * document. {@code total}: how many there are in all; if {@code isMore}, there are more.
 */
public record Listing(String name, List<ObjectNode> rows, int total, boolean isMore) {
  public Listing {
    rows = List.copyOf(rows);
  }

  public static Listing all(String name, List<ObjectNode> rows) {
    return new Listing(name, rows, rows.size(), false);
  }

  /** One page of a table. */
  public static Listing part(String name, List<ObjectNode> rows, TableRows<?> of) {
    return new Listing(name, rows, of.total(), of.reach().hasMore());
  }

  boolean isCut() {
    return isMore || rows.size() < total;
  }
}
