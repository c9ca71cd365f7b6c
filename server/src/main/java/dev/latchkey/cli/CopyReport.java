package dev.latchkey.cli;

import dev.latchkey.storage.copy.CopyProgress;
import dev.latchkey.storage.copy.StoreCopy;
import java.util.Locale;

/** Prints how far the copy of a store is: a line for each table, and a bar for a large one. */
final class CopyReport {
    private static final int WIDTH = 30;

    private CopyReport() {}

    static StoreCopy copy() {
        return new StoreCopy(progress("copied"), progress("checked"));
    }

    private static CopyProgress progress(String what) {
        return (table, done, all) -> {
            if (all > 0) {
                System.err.println(line(table, done, all) + " " + what);
            }
        };
    }

    private static String line(String table, long done, long all) {
        int bar = (int) (WIDTH * Math.min(done, all) / all);
        return String.format(
                Locale.ROOT,
                "  [%s%s] %-20s %,d of %,d rows",
                "#".repeat(bar),
                ".".repeat(WIDTH - bar),
                table,
                done,
                all);
    }
}
