package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.Postgres;
import dev.latchkey.host.HostFault;
import java.util.Optional;

/** Where the stores of a run are. */
interface Databases extends AutoCloseable {
    /** The address of an empty database; none where a store is a file in its own directory. */
    Optional<String> fresh();

    /** The server behind them, where the benchmark started it. */
    default Optional<Postgres> postgres() {
        return Optional.empty();
    }

    @Override
    default void close() {
        // Most leave nothing behind.
    }

    static Databases of(Plan.Place.OwnPostgres place, Cores cores) {
        return place.database().isPresent()
                ? new Named(place.database().get())
                : new Started(Postgres.start(cores::beside));
    }

    /** One that was there before. */
    final class Named implements Databases {
        private final String url;
        private boolean isTaken;

        private Named(String url) {
            this.url = url;
        }

        @Override
        public Optional<String> fresh() {
            if (isTaken) {
                throw new HostFault("this scenario needs a second database: leave out --database");
            }
            isTaken = true;
            return Optional.of(url);
        }
    }

    record Started(Postgres server) implements Databases {
        @Override
        public Optional<String> fresh() {
            return Optional.of(server.freshDatabase());
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
