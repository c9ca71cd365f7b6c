package dev.latchkey;

import dev.latchkey.http.netty.Server;
import dev.latchkey.usage.Tally;
import java.time.Duration;

/** What a server does beside its requests, and how often. */
final class Upkeep implements AutoCloseable {
    private static final Duration BETWEEN_PURGES = Duration.ofMinutes(1);
    private static final Duration BETWEEN_FLUSHES = Duration.ofSeconds(5);
    private static final Duration ROUND_OF_GRANTS = Duration.ofMinutes(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS_AT_DISK = Duration.ofSeconds(5);
    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(5);

    private final Wiring wiring;
    private final Chores chores = new Chores();

    Upkeep(Wiring wiring) {
        this.wiring = wiring;
    }

    /** Without keys it does not begin, and so nothing is served. */
    void begin() {
        openKeyring();
        chores.every(BETWEEN_PURGES, "purge", () -> wiring.purge.all(wiring.here().at()));
        chores.every(BETWEEN_PURGES, "keys", this::turnKeyring);
        chores.every(BETWEEN_LOOKS_AT_DISK, "reserve", wiring.database::keepReserve);
        chores.every(BETWEEN_FLUSHES, "usage", wiring.tally::flushFew);
        chores.every(
                ROUND_OF_GRANTS.dividedBy(Tally.GRANT_TURNS),
                "usage of grants",
                wiring.tally::flushSomeGrants);
        chores.every(BETWEEN_SWEEPS, "rates of addresses", wiring.addresses::sweep);
        chores.every(
                BETWEEN_SWEEPS, "rates of external sign-ins", wiring.unfinishedExternal::sweep);
        chores.every(BETWEEN_SWEEPS, "rates of calls", wiring.callRates::sweep);
    }

    /** The certificate's files may be renewed while the server runs. */
    void renew(Server server) {
        chores.every(BETWEEN_LOOKS, "certificate", server::renewCertificate);
    }

    /** A key file is made for a store that has no keys yet, never for one that has. */
    private void openKeyring() {
        if (wiring.signingKeys.isEmpty()) {
            wiring.keyFile.make(wiring.dice);
        }
        turnKeyring();
    }

    private void turnKeyring() {
        if (!wiring.keyring.turn(wiring.here())) {
            throw wiring.keyFile.doesNotFit();
        }
    }

    /** What has been gathered is not lost at a stop. */
    @Override
    public void close() {
        chores.close();
        Chores.attempt("usage", wiring.tally::flush);
    }
}
