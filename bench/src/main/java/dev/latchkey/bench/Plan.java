package dev.latchkey.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What to measure, on which server, and with how much load.
 *
 * @param tokens how many active tokens there are to check
 * @param stock how many codes, and how many more token pairs, there are to be used up
 * @param nodes the most nodes that share one PostgreSQL in the scenario {@code nodes}
 */
public record Plan(
    List<Scenario> scenarios,
    ServerChoice server,
    int connections,
    Duration duration,
    long tokens,
    int stock,
    int nodes,
    Optional<Path> plots) {

  /** The server that is measured. */
  public sealed interface ServerChoice {
    /** A server that the benchmark starts, on SQLite in a new directory. */
    record OwnSqlite() implements ServerChoice {}

    /**
     * A server that the benchmark starts, on this database, or on a PostgreSQL that the benchmark
     * also starts.
     */
    record OwnPostgres(Optional<String> database) implements ServerChoice {}

    /**
     * A server that is already running. {@code data} is the directory in which its demo stored its
     * credentials and users.
     */
    record Running(String url, Path data) implements ServerChoice {}
  }
}
