package dev.latchkey.faults.history.run;

import dev.latchkey.faults.inject.PostgresPair;
import java.time.Duration;

/** kill -9 of all processes of the primary, which then recovers from its log. */
final class KilledDatabase implements Fault {
    private final PostgresPair servers;

    KilledDatabase(PostgresPair servers) {
        this.servers = servers;
    }

    @Override
    public String name() {
        return "kill -9 of the database";
    }

    @Override
    public void strike() {
        servers.killPrimary();
    }

    @Override
    public void heal() {
        servers.restartPrimary();
    }

    @Override
    public Duration lasts() {
        return Duration.ofSeconds(1);
    }
}
