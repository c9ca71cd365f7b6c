package dev.latchkey;

import dev.latchkey.http.netty.Server;
import dev.latchkey.storage.Purge;
import dev.latchkey.usage.UsageBuffer;
import java.time.Duration;

/** What a server does beside its requests, and how often. */
final class Maintenance implements AutoCloseable {
    private static final Duration BETWEEN_PURGES = Duration.ofMinutes(1);
    private static final Duration BETWEEN_FLUSHES = Duration.ofSeconds(5);
    private static final Duration ROUND_OF_GRANTS = Duration.ofMinutes(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS_AT_DISK = Duration.ofSeconds(5);
    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(5);

    private final UsageBuffer tally;
    private final BackgroundTasks tasks = new BackgroundTasks();

    Maintenance(UsageBuffer tally) {
        this.tally = tally;
    }

    void begin(Installation installation, ServerKeys keys, RateLimits rates) {
        Purge purge = installation.stores().operation().purge();
        tasks.every(
                BETWEEN_PURGES,
                "purge",
                () -> purge.deleteAllExpired(installation.clock().instant()));
        tasks.every(BETWEEN_PURGES, "keys", keys::turn);
        tasks.every(BETWEEN_LOOKS_AT_DISK, "reserve", installation.database()::keepReserve);
        tasks.every(BETWEEN_FLUSHES, "usage", tally::flushFew);
        tasks.every(
                ROUND_OF_GRANTS.dividedBy(UsageBuffer.GRANT_TURNS),
                "usage of grants",
                tally::flushSomeGrants);
        tasks.every(BETWEEN_SWEEPS, "rates of addresses", rates.addresses()::sweep);
        tasks.every(
                BETWEEN_SWEEPS, "rates of external sign-ins", rates.unfinishedExternal()::sweep);
        tasks.every(BETWEEN_SWEEPS, "rates of calls", rates.calls()::sweep);
    }

    /** The certificate's files may be renewed while the server runs. */
    void renew(Server server) {
        tasks.every(BETWEEN_LOOKS, "certificate", server::renewCertificate);
    }

    /** What has been gathered is not lost at a stop. */
    @Override
    public void close() {
        tasks.close();
        BackgroundTasks.attempt("usage", tally::flush);
    }
}
