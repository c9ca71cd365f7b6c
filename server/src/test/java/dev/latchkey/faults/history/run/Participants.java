package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Scopes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The participants of one phase: people, apps and machines. The owners of the apps do not authorize
 * any app, so that effects on owners and effects on users can be distinguished.
 */
final class Participants {
    static final String SCOPE = "read:directory:users";

    private static final String MANAGEMENT =
            "read:latchkey:users,write:latchkey:users,read:latchkey:credentials,"
                    + "write:latchkey:credentials,write:latchkey:tokens";
    private static final String CALLBACK = "https://app.example/callback";
    private static final int USERS = 8;
    private static final int OWNERS = 3;
    private static final int APPS = 4;
    private static final int MACHINES = 3;

    private final AtomicLong numbers = new AtomicLong();
    private final Person administrator;
    private final List<NamedPerson> users;
    private final List<NamedPerson> owners;
    private final List<AtomicReference<HeldApp>> apps;
    private final List<Machine> machines;
    private final HeldToken manager;
    private final List<Act> initialActs;

    private Participants(Latchkey latchkey) {
        administrator = latchkey.administrator();
        users = users(latchkey, "user", USERS);
        owners = users(latchkey, "owner", OWNERS);
        apps =
                IntStream.range(0, APPS)
                        .mapToObj(i -> new AtomicReference<>(app(latchkey, owner(i))))
                        .toList();
        manager =
                new HeldToken(
                        "manager",
                        latchkey.machine(administrator, Optional.empty(), Scopes.parse(MANAGEMENT))
                                .token());
        machines = IntStream.range(0, MACHINES).mapToObj(i -> machine(latchkey)).toList();
        initialActs =
                Stream.concat(
                                IntStream.range(0, APPS)
                                        .mapToObj(i ->
                                                Act.of(
                                                        Kind.CREATE,
                                                        apps.get(i).get().name(),
                                                        owner(i).name())),
                                machines.stream()
                                        .map(each ->
                                                Act.of(
                                                        Kind.ISSUE,
                                                        each.tokens().getFirst().name(),
                                                        each.name())))
                        .toList();
    }

    /** Creates the participants in a store that no other process has open, or in PostgreSQL. */
    static Participants in(Latchkey latchkey) {
        return new Participants(latchkey);
    }

    void begin(Recording recording) {
        initialActs.forEach(recording::before);
    }

    String name(String what) {
        return what + numbers.incrementAndGet();
    }

    Person administrator() {
        return administrator;
    }

    List<NamedPerson> users() {
        return users;
    }

    List<NamedPerson> owners() {
        return owners;
    }

    /** The apps. When an app is deleted, another app replaces it in this list. */
    List<AtomicReference<HeldApp>> apps() {
        return apps;
    }

    List<Machine> machines() {
        return machines;
    }

    /** The token of a program that manages people, credentials and tokens. */
    HeldToken manager() {
        return manager;
    }

    List<HeldPair> pairs() {
        return users.stream().flatMap(each -> each.tokens().pairs().stream()).toList();
    }

    List<HeldPair> pairs(HeldApp app) {
        return pairs().stream().filter(pair -> pair.app().equals(app)).toList();
    }

    private NamedPerson owner(int app) {
        return owners.get(app % OWNERS);
    }

    private List<NamedPerson> users(Latchkey latchkey, String what, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> NamedPerson.of(name(what), latchkey.person()))
                .toList();
    }

    private HeldApp app(Latchkey latchkey, NamedPerson owner) {
        App made =
                latchkey.app(
                        owner.account(), List.of(CALLBACK), SCOPE, Credential.Option.DEVICE_FLOW);
        return HeldApp.of(name("app"), made.credential().name(), made.id(), made.secret());
    }

    private Machine machine(Latchkey latchkey) {
        Latchkey.Machine made =
                latchkey.machine(administrator, Optional.empty(), Scopes.parse(SCOPE));
        return new Machine(
                name("machine"),
                made.credential().clientId().value(),
                new HeldToken(name("token"), made.token()));
    }
}
