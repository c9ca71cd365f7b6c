package dev.latchkey.console.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What an act on several rows of a table has changed, and which rows it left as they were. */
public record BulkResult(int done, List<Missed> missed) {
  public BulkResult {
    missed = List.copyOf(missed);
  }

  /** A row that was not changed. {@code reason}: a key of the message bundles. */
  public record Missed(String name, String reason) {}

  /**
   * Does the act with one row after the other. {@code act} returns why it was not done, or nothing
   * if it was done.
   */
  public static <T> BulkResult of(
      List<T> rows, Function<T, String> name, Function<T, Optional<String>> act) {
    var missed = new ArrayList<Missed>();
    for (T row : rows) {
      act.apply(row).ifPresent(reason -> missed.add(new Missed(name.apply(row), reason)));
    }
    return new BulkResult(rows.size() - missed.size(), missed);
  }

  public int total() {
    return done + missed.size();
  }
}
