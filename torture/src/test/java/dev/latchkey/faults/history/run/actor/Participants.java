package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.run.Caller;
import dev.latchkey.faults.history.run.Recording;
import dev.latchkey.harness.App;
import dev.latchkey.harness.AppSite;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
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
public final class Participants {
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
  private final Organization home;
  private final Person administrator;
  private final List<NamedPerson> users;
  private final List<NamedPerson> owners;
  private final List<AtomicReference<HeldApp>> apps;
  private final HeldApp publicApp;
  private final List<Machine> machines;
  private final HeldToken manager;
  private final List<Act> initialActs;

  private Participants(Latchkey latchkey, AppSite site) {
    home = latchkey.organization(Organization.Kind.MULTI_TEAM);
    administrator = latchkey.administrator(home);
    users = users(latchkey, "user", USERS);
    owners = users(latchkey, "owner", OWNERS);
    apps =
        IntStream.range(0, APPS)
            .mapToObj(i -> new AtomicReference<>(app(latchkey, owner(i))))
            .toList();
    publicApp = publicApp(latchkey, site);
    manager = new HeldToken("manager", management(latchkey));
    machines = IntStream.range(0, MACHINES).mapToObj(i -> machine(latchkey)).toList();
    initialActs =
        Stream.of(
                Stream.of(Act.of(Kind.CREATE, publicApp.name(), "administrator")),
                IntStream.range(0, APPS)
                    .mapToObj(i -> Act.of(Kind.CREATE, apps.get(i).get().name(), owner(i).name())),
                machines.stream()
                    .map(each -> Act.of(Kind.ISSUE, each.tokens().getFirst().name(), each.name())))
            .flatMap(each -> each)
            .toList();
  }

  /** Creates the participants in a store that no other process has open, or in PostgreSQL. */
  public static Participants in(Latchkey latchkey, AppSite site) {
    return new Participants(latchkey, site);
  }

  public void begin(Recording recording) {
    initialActs.forEach(recording::before);
  }

  String name(String what) {
    return what + numbers.incrementAndGet();
  }

  /** The organization of this phase. What is revoked for it does not end anything of others. */
  Id.Organization organization() {
    return home.id();
  }

  Person administrator() {
    return administrator;
  }

  public List<NamedPerson> users() {
    return users;
  }

  List<NamedPerson> owners() {
    return owners;
  }

  /** The apps. When an app is deleted, another app replaces it in this list. */
  List<AtomicReference<HeldApp>> apps() {
    return apps;
  }

  /** An app, sometimes the one that comes without a credential. */
  HeldApp app(Caller caller) {
    return caller.chance(20) ? publicApp : caller.oneOf(apps).get();
  }

  public List<Machine> machines() {
    return machines;
  }

  /** The token of a program that manages people, credentials and tokens. */
  HeldToken manager() {
    return manager;
  }

  public List<HeldPair> pairs() {
    return users.stream().flatMap(each -> each.tokens().pairs().stream()).toList();
  }

  public List<HeldPair> pairs(HeldApp app) {
    return pairs().stream().filter(pair -> pair.app().equals(app)).toList();
  }

  private NamedPerson owner(int app) {
    return owners.get(app % OWNERS);
  }

  private List<NamedPerson> users(Latchkey latchkey, String what, int count) {
    return IntStream.range(0, count)
        .mapToObj(i ->
            NamedPerson.of(
                name(what), latchkey.person(home, User.Role.MEMBER, latchkey.team(home))))
        .toList();
  }

  /** Of another organization, so that the program cannot end its own token. */
  private static String management(Latchkey latchkey) {
    Organization elsewhere = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Person chief =
        latchkey.person(elsewhere, User.Role.SUPER_ADMINISTRATOR, latchkey.team(elsewhere));
    App program = latchkey.app(chief, List.of(CALLBACK), MANAGEMENT);
    return program.tokens(latchkey.browser().signIn(chief)).access();
  }

  private HeldApp app(Latchkey latchkey, NamedPerson owner) {
    App made =
        latchkey.app(owner.account(), List.of(CALLBACK), SCOPE, Credential.Option.DEVICE_FLOW);
    return HeldApp.of(name("app"), made.credential().name(), made.id(), made.secret());
  }

  /** The organization lets its people use all apps that publish a document about themselves. */
  private HeldApp publicApp(Latchkey latchkey, AppSite site) {
    var policy = new ClientPolicy(ClientPolicy.Rule.ALLOW, List.of(), Scopes.parse(SCOPE), 30, 0);
    latchkey
        .stores()
        .credentials()
        .clientPolicies()
        .change(home.id(), policy, administrator.user().id(), latchkey.now());
    String path = "/agent.json";
    return HeldApp.withoutSecret(name("public"), "Agent " + path, site.publish(path, CALLBACK));
  }

  private Machine machine(Latchkey latchkey) {
    Latchkey.Machine made = latchkey.machine(administrator, Optional.empty(), Scopes.parse(SCOPE));
    return new Machine(
        name("machine"),
        made.credential().clientId().value(),
        new HeldToken(name("token"), made.token()));
  }
}
