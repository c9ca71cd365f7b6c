package dev.latchkey.harness;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A real PostgreSQL server that is started once for all tests. Every server under test has a
 * database of its own.
 */
public final class Postgres {
    private static final Logger ZONKY = Logger.getLogger("io.zonky");
    private static final AtomicInteger COUNT = new AtomicInteger();

    private Postgres() {}

    private static final class Shared {
        static final EmbeddedPostgres SERVER = start();

        /** No test stops the machine under this server, so it need not wait for the disk. */
        private static EmbeddedPostgres start() {
            try {
                Path data = Files.createTempDirectory("latchkey-postgres");
                EmbeddedPostgres server =
                        quiet().setServerConfig("fsync", "off")
                                .setDataDirectory(data)
                                .setCleanDataDirectory(false)
                                .setRegisterShutdownHook(false)
                                .start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, data)));
                return server;
            } catch (IOException cause) {
                throw new UncheckedIOException(cause);
            }
        }

        /**
         * Another process removes the directory. It has some 200,000 files, and Surefire ends a
         * process of tests that takes longer than 30 seconds to stop.
         */
        private static void stop(EmbeddedPostgres server, Path data) {
            try {
                server.close();
                new ProcessBuilder("rm", "-rf", data.toString()).start();
            } catch (IOException cause) {
                throw new UncheckedIOException(cause);
            }
        }
    }

    /** A PostgreSQL server whose start-up messages are not printed. */
    public static EmbeddedPostgres.Builder quiet() {
        ZONKY.setLevel(Level.WARNING);
        return EmbeddedPostgres.builder()
                .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
                .setErrorRedirector(ProcessBuilder.Redirect.DISCARD);
    }

    /** Creates an empty database and returns its address. */
    public static String freshDatabase() {
        return freshDatabase(Shared.SERVER);
    }

    public static String freshDatabase(EmbeddedPostgres server) {
        String name = "latchkey_" + COUNT.incrementAndGet();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException cause) {
            throw new IllegalStateException(cause);
        }
        return server.getJdbcUrl("postgres", name);
    }
}
