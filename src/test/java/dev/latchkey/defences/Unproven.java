package dev.latchkey.defences;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rows whose defence is not taken out, and why: src/test/defences/unproven. */
final class Unproven {
    private static final Path FILE = Defence.DIRECTORY.resolve("unproven");

    enum Reason {
        /** The row says that something is not there, so there is nothing to take out. */
        ABSENCE,
        /** The row is about a document, which the test reads. */
        DOCUMENT
    }

    private Unproven() {}

    /** Lines of a reason and the rows that it is true of. */
    static SortedMap<Reason, Set<String>> read() throws IOException {
        var rows = new TreeMap<Reason, Set<String>>();
        for (String line : Files.readAllLines(FILE)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
                Reason reason = Reason.valueOf(words.removeFirst());
                rows.computeIfAbsent(reason, none -> new TreeSet<>()).addAll(words);
            }
        }
        return rows;
    }
}
