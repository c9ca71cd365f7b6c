package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.history.run.Node;
import dev.latchkey.storage.postgres.PostgresDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Pauses one node with SIGSTOP until the other nodes have deleted changes of which it has not been
 * notified, and resumes it with SIGCONT. Only changes that are a minute old are deleted, so the
 * purge is called with a time some minutes later.
 */
public final class PausedNode implements Fault {
  private static final int ALL = 1_000_000;
  private static final Duration BETWEEN_PURGES = Duration.ofMinutes(2);

  private final List<Node> nodes;
  private final SplittableRandom random;
  private final String database;
  private Instant purgedAt = Instant.now();
  private Node struck;

  public PausedNode(List<Node> nodes, SplittableRandom random, String database) {
    this.nodes = nodes;
    this.random = random;
    this.database = database;
    this.struck = nodes.getFirst();
  }

  @Override
  public String name() {
    return "a node paused beyond the purge";
  }

  @Override
  public void strike() {
    struck = nodes.get(random.nextInt(nodes.size()));
    struck.pause();
  }

  @Override
  public void heal() {
    try (var store = PostgresDatabase.open(database, entry -> {})) {
      for (int purge = 0; purge < 2; purge++) {
        purgedAt = purgedAt.plus(BETWEEN_PURGES);
        store.deleteOldChanges(purgedAt, ALL);
      }
    }
    struck.resume();
  }

  @Override
  public Duration lasts() {
    return Duration.ofSeconds(6);
  }

  @Override
  public Optional<Node> struck() {
    return Optional.of(struck);
  }
}
