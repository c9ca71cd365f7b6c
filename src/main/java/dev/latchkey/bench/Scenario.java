package dev.latchkey.bench;

import java.util.Locale;

/** What can be asked of a server, in the order in which it is: what ends tokens comes last. */
public enum Scenario {
    EXCHANGE,
    INTROSPECT,
    INTROSPECT_DEAD,
    INTROSPECT_GARBAGE,
    GATEWAY,
    REFRESH,
    REVOKE;

    void run(Trial trial) {
        switch (this) {
            case EXCHANGE -> Moving.exchange(trial);
            case INTROSPECT -> Checking.live(trial);
            case INTROSPECT_DEAD -> Checking.dead(trial);
            case INTROSPECT_GARBAGE -> Checking.garbage(trial);
            case GATEWAY -> Gateway.run(trial);
            case REFRESH -> Moving.refresh(trial);
            case REVOKE -> Moving.revoke(trial);
        }
    }

    /** As it is written on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
