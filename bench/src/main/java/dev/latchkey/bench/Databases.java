package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.Postgres;
import dev.latchkey.host.HostFault;
import java.util.Optional;

/** Provides the databases for the stores of a run. */
interface Databases extends AutoCloseable {
  /** The address of an empty database. Empty if a store is a file in its own directory. */
  Optional<String> createEmpty();

  /** The PostgreSQL server, if the benchmark started it. */
  default Optional<Postgres> postgres() {
    return Optional.empty();
  }

  @Override
  default void close() {
    // Most implementations have nothing to close.
  }

  static Databases of(Plan.ServerChoice.OwnPostgres choice, Cores cores) {
    return choice.database().isPresent()
        ? new Existing(choice.database().get())
        : new StartedPostgres(Postgres.start(cores::forLoad));
  }

  /** A database that existed before the run. It serves for one store only. */
  final class Existing implements Databases {
    private final String url;
    private boolean isTaken;

    private Existing(String url) {
      this.url = url;
    }

    @Override
    public Optional<String> createEmpty() {
      if (isTaken) {
        throw new HostFault("this scenario needs a second database: leave out --database");
      }
      isTaken = true;
      return Optional.of(url);
    }
  }

  record StartedPostgres(Postgres server) implements Databases {
    @Override
    public Optional<String> createEmpty() {
      return Optional.of(server.createDatabase());
    }

    @Override
    public Optional<Postgres> postgres() {
      return Optional.of(server);
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
