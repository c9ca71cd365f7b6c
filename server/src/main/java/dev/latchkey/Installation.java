package dev.latchkey;

import dev.latchkey.audit.AuditLog;
import dev.latchkey.config.Settings;
import dev.latchkey.login.Passwords;
import dev.latchkey.model.ClockAndRandom;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.postgres.PostgresDatabase;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * What a server stands on, and what a command needs without one: the settings, the open database
 * and the stores on it. Only here are the clock and the dice the real ones.
 */
public record Installation(
        Settings settings,
        ClockAndRandom clockAndRandom,
        Database database,
        Stores stores,
        Passwords passwords)
        implements AutoCloseable {
    /** {@code log} is told every event of the audit. */
    public static Installation open(Settings settings, PrintStream log) {
        return open(settings, new ClockAndRandom(InstantSource.system(), new SecureRandom()), log);
    }

    public static Installation open(
            Settings settings, ClockAndRandom clockAndRandom, PrintStream log) {
        Database database = database(settings, new AuditLog(log));
        Schema.bringUp(database);
        Stores stores =
                Stores.on(
                        database,
                        settings.limits(),
                        settings.rules(),
                        settings.audit(),
                        clockAndRandom.clock());
        return new Installation(
                settings, clockAndRandom, database, stores, new Passwords(clockAndRandom.random()));
    }

    private static Database database(Settings settings, AuditLog log) {
        return settings.database().isPresent()
                ? PostgresDatabase.open(settings.database().get(), log)
                : SqliteDatabase.open(
                        settings.data().resolve("latchkey.db"),
                        settings.limits().storageMegabytes(),
                        log);
    }

    public InstantSource clock() {
        return clockAndRandom.clock();
    }

    public RandomGenerator random() {
        return clockAndRandom.random();
    }

    /** The occasion of an act at the machine itself, as the audit has it. */
    public RequestMoment here() {
        return clockAndRandom.here();
    }

    @Override
    public void close() {
        database.close();
    }
}
