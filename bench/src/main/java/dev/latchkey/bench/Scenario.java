package dev.latchkey.bench;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** What can be asked of a server, in the order in which it is: what ends tokens comes last. */
public enum Scenario {
    INTROSPECT,
    INTROSPECT_DEAD,
    INTROSPECT_GARBAGE,
    FAIRNESS,
    LATENCY,
    GROWTH,
    REFRESH,
    EXCHANGE,
    REVOKE,
    GATEWAY,
    MIXED,
    SIGNIN_FLOOD,
    FLOODS,
    AUTHORIZE_FLOOD,
    NODES,
    START,
    PURGE,
    LIMITS,
    IDLE,
    SIEGE,
    DELETE_CREDENTIAL;

    private static final Set<Scenario> OF_ANY_SERVER =
            Set.of(
                    EXCHANGE,
                    INTROSPECT,
                    INTROSPECT_GARBAGE,
                    FAIRNESS,
                    FLOODS,
                    LATENCY,
                    REFRESH,
                    REVOKE);

    /**
     * Those that run when none is named. The plot takes long, so it runs only where it is asked
     * for.
     */
    public static List<Scenario> usual(Plan.Place place, boolean plots) {
        return Stream.of(values())
                .filter(each ->
                        !(place instanceof Plan.Place.Running) || OF_ANY_SERVER.contains(each))
                .filter(each -> plots || each != LATENCY)
                .toList();
    }

    void run(Trial trial) {
        switch (this) {
            case EXCHANGE -> TokenMoves.exchange(trial);
            case INTROSPECT -> Checking.live(trial);
            case INTROSPECT_DEAD -> Checking.inactive(trial);
            case INTROSPECT_GARBAGE -> Checking.garbage(trial);
            case FAIRNESS -> Fairness.run(trial);
            case IDLE -> Idling.run(trial);
            case SIEGE -> Siege.run(trial);
            case LATENCY -> Waiting.run(trial);
            case GROWTH -> Growing.run(trial);
            case GATEWAY -> Gateway.run(trial);
            case REFRESH -> TokenMoves.refresh(trial);
            case REVOKE -> TokenMoves.revoke(trial);
            case MIXED -> Mixing.run(trial);
            case SIGNIN_FLOOD -> Flood.run(trial);
            case FLOODS -> Floods.run(trial);
            case AUTHORIZE_FLOOD -> AuthorizeFlood.run(trial);
            case NODES -> Nodes.run(trial);
            case START -> Starting.run(trial);
            case PURGE -> Purging.run(trial);
            case LIMITS -> Limit.run(trial);
            case DELETE_CREDENTIAL -> Deleting.run(trial);
        }
    }

    /** As it is written on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
