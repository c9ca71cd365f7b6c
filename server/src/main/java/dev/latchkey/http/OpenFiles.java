package dev.latchkey.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many files the system lets this process have open. Each connection is one, and where there
 * are none left none can be accepted, so fewer connections than that may be open.
 */
public final class OpenFiles {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Pattern LIMIT = Pattern.compile("Max open files +([0-9]+) ");

    /** For services behind the gateway, the store, the libraries and the log. */
    private static final int OTHERS = 512;

    private static final int FEWEST_CONNECTIONS = 16;

    private OpenFiles() {}

    /** Empty where the system does not say. */
    public static OptionalLong most() {
        try {
            Matcher limit = LIMIT.matcher(Files.readString(LIMITS));
            return limit.find()
                    ? OptionalLong.of(Long.parseLong(limit.group(1)))
                    : OptionalLong.empty();
        } catch (IOException elsewhere) {
            return OptionalLong.empty();
        }
    }

    /** The limits that hold: as wished, or as many connections as there are files for. */
    public static ConnectionLimits fit(ConnectionLimits wished, OptionalLong most) {
        if (most.isEmpty() || wished.total() + OTHERS <= most.getAsLong()) {
            return wished;
        }
        int total = (int) Math.max(most.getAsLong() - OTHERS, FEWEST_CONNECTIONS);
        LOG.log(
                System.Logger.Level.WARNING,
                "This process may have {0} files open, so it takes {1} connections, not {2}:"
                        + " raise the limit (LimitNOFILE) or lower connections.total.",
                String.valueOf(most.getAsLong()),
                String.valueOf(total),
                String.valueOf(wished.total()));
        return wished.withTotal(total);
    }
}
