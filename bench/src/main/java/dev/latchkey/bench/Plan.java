package dev.latchkey.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What to measure, where, and with how much load. {@code stock} is how many codes, and how many
 * pairs beside the tokens that are looked at, there are to be used up; {@code nodes} up to how many
 * processes share a PostgreSQL.
 */
public record Plan(
        List<Scenario> scenarios,
        Place place,
        int connections,
        Duration duration,
        long tokens,
        int stock,
        int nodes,
        Optional<Path> plots) {

    /** Where the server is. */
    public sealed interface Place {
        /** One of the benchmark's own, in a fresh directory. */
        record OwnSqlite() implements Place {}

        /** One of the benchmark's own on this database, or on a PostgreSQL of its own too. */
        record OwnPostgres(Optional<String> database) implements Place {}

        /** One that runs already; {@code data} is where a demo noted how to sign in. */
        record Running(String url, Path data) implements Place {}
    }
}
