package dev.latchkey.cli;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A part of a list that a command prints. {@code name}: what the rows are, as the field of the JSON
 * document. {@code total}: how many there are in all.
 */
record Listing(String name, List<ObjectNode> rows, int total) {
    Listing {
        rows = List.copyOf(rows);
    }

    static Listing all(String name, List<ObjectNode> rows) {
        return new Listing(name, rows, rows.size());
    }

    boolean isCut() {
        return rows.size() < total;
    }
}
