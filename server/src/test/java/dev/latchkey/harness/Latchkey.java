package dev.latchkey.harness;

import dev.latchkey.app.Installation;
import dev.latchkey.app.Wiring;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Settings;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.credential.CredentialActs;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Traffic;
import dev.latchkey.edge.http.netty.Server;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.login.password.HashCost;
import dev.latchkey.login.password.Passwords;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.people.DirectoryActs;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.people.UserAdministration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The real server on real sockets, as {@code Wiring} builds it, with a clock that a test moves.
 * People and credentials are created through the same classes that the program uses.
 */
public final class Latchkey implements AutoCloseable {
  public static final String SCOPE = "read:issue:info,read:project:info,write:issue:info";

  /** Hashing at the standard cost would take half of the time of all tests. */
  public static final HashCost HASH_COST = new HashCost(64, 1);

  private static final String PASSWORD = "a horse, a staple, a battery";
  private static final AtomicInteger COUNT = new AtomicInteger();

  public final Clock clock = new Clock();

  private final SecureRandom random = new SecureRandom();
  private final OutputStream log;
  private final Path data;
  private final Settings settings;
  private final Installation installation;
  private final Wiring wiring;
  private final Server server;
  private final PasswordHash password;
  private final Organization organization;

  private Latchkey(
      Settings settings,
      HashCost hashCost,
      OutputStream log,
      Function<PageGuard, List<Route>> more) {
    this.settings = settings;
    this.log = log;
    this.data = settings.store().data();
    this.installation =
        Installation.open(
            settings,
            new ClockAndRandom(clock, random),
            new Passwords(random, hashCost),
            new PrintStream(log, true, StandardCharsets.UTF_8));
    this.wiring = new Wiring(installation);
    this.server = wiring.serve(more);
    this.password = installation.passwords().hash(PASSWORD, "everybody here", now());
    this.organization = organization(Organization.Kind.MULTI_TEAM);
  }

  public static Latchkey start(Store store) {
    return start(store, settings -> settings);
  }

  public static Latchkey start(Store store, UnaryOperator<Settings> change) {
    return start(change.apply(settings(store)));
  }

  public static Latchkey start(Settings settings) {
    return start(settings, new ByteArrayOutputStream());
  }

  /**
   * Starts a server that writes its log to this stream, for tests with a log too long for memory.
   */
  public static Latchkey start(Settings settings, OutputStream log) {
    return new Latchkey(settings, HASH_COST, log, pageGuard -> List.of());
  }

  /** Starts a server that hashes passwords with this cost. */
  public static Latchkey start(Settings settings, HashCost hashCost) {
    return new Latchkey(settings, hashCost, new ByteArrayOutputStream(), pageGuard -> List.of());
  }

  /** Starts a server with further routes that the program does not have. */
  public static Latchkey with(Settings settings, Function<PageGuard, List<Route>> more) {
    return new Latchkey(settings, HASH_COST, new ByteArrayOutputStream(), more);
  }

  public static Settings settings(Store store) {
    Settings settings = ConfigFile.defaults().in(temporaryDirectory()).onPort(0);
    return switch (store) {
      case SQLITE -> settings;
      case POSTGRESQL -> settings.on(Optional.of(Postgres.databaseWithTables()));
    };
  }

  public String url() {
    return wiring.baseUrl(server.port());
  }

  public int port() {
    return server.port();
  }

  /** The traffic counters of the server. */
  public Traffic traffic() {
    return server.traffic();
  }

  public void renewCertificate() {
    server.renewCertificate();
  }

  public Path data() {
    return data;
  }

  public Settings settings() {
    return settings;
  }

  public Wiring wiring() {
    return wiring;
  }

  public Installation installation() {
    return installation;
  }

  public DirectoryActs directoryActs() {
    return installation.directoryActs();
  }

  public CredentialActs credentialActs() {
    return installation.credentialActs();
  }

  public Stores stores() {
    return installation.stores();
  }

  public String log() {
    return log.toString();
  }

  public RequestMoment now() {
    return new RequestMoment(clock.instant(), "test");
  }

  public Browser browser() {
    return new Browser(url());
  }

  public Organization organization() {
    return organization;
  }

  public Organization organization(Organization.Kind kind) {
    var made =
        new Organization(
            Id.ORGANIZATION.draw(random), "Organization " + COUNT.incrementAndGet(), kind);
    installation.stores().users().directory().add(made, now());
    return made;
  }

  public Team team() {
    return team(organization);
  }

  public Team team(Organization home) {
    var team = new Team(Id.TEAM.draw(random), "Team " + COUNT.incrementAndGet(), home.id());
    installation.stores().users().directory().add(team, now());
    return team;
  }

  /** A member of one new team. */
  public Person person() {
    return person(team());
  }

  public Person person(Team... teams) {
    return person(organization, User.Role.MEMBER, teams);
  }

  /**
   * An administrator of the default organization. Everyone belongs to it, unless a test creates
   * another one.
   */
  public Person administrator() {
    return administrator(organization);
  }

  public Person administrator(Organization home) {
    return person(home, User.Role.ORGANIZATION_ADMINISTRATOR, team(home));
  }

  public Person person(Organization home, User.Role role, Team... teams) {
    return person(home, role, false, teams);
  }

  public Person person(Organization home, User.Role role, boolean administers, Team... teams) {
    return person(
        home, role, Stream.of(teams).map(team -> new User.Membership(team, administers)).toList());
  }

  /** The administrator of a new team. */
  public Person lead(Organization home) {
    return person(home, User.Role.MEMBER, List.of(new User.Membership(team(home), true)));
  }

  private Person person(Organization home, User.Role role, List<User.Membership> memberships) {
    int number = COUNT.incrementAndGet();
    var user =
        new User(
            Id.USER.draw(random),
            "person" + number + "@example.com",
            "Person " + number,
            home.id(),
            role,
            memberships);
    installation.stores().users().directory().add(user, password, now());
    return new Person(user, PASSWORD);
  }

  public void disable(Person person) {
    requireDone(
        installation
            .stores()
            .users()
            .administration()
            .disable(managed(person), new Actor.Server(now())));
  }

  public void enable(Person person) {
    requireDone(
        installation
            .stores()
            .users()
            .administration()
            .enable(managed(person), new Actor.Server(now())));
  }

  /**
   * Gives the person the role of a member. The person keeps their teams and their rights in these
   * teams.
   */
  public void makeMember(Person person, Person by) {
    User now = person.user();
    var member =
        new User(
            now.id(), now.email(), now.name(), now.organization(), User.Role.MEMBER, now.teams());
    requireDone(
        installation
            .stores()
            .users()
            .administration()
            .change(managed(person), member, new Actor.Person(by.user(), now())));
  }

  public ManagedUser managed(Person person) {
    return installation.stores().users().administration().find(person.user().id()).orElseThrow();
  }

  private static void requireDone(UserAdministration.Outcome kept) {
    if (kept != UserAdministration.Outcome.DONE) {
      throw new AssertionError("not done: " + kept);
    }
  }

  /** The usual rules, with this rule for devices. */
  public static Rules rules(Rules.DeviceFlow devices) {
    Rules usual = Rules.DEFAULT;
    return new Rules(
        usual.spentCode(),
        usual.rotatedToken(),
        usual.secondFactorForOrganizationCredentials(),
        devices);
  }

  public App app() {
    return app(person());
  }

  public App app(Person owner) {
    return app(owner, "https://app.example/callback");
  }

  public App app(Person owner, String redirectUri, Credential.Option... options) {
    return app(owner, List.of(redirectUri), SCOPE, options);
  }

  public App app(
      Person owner, List<String> redirectUris, String scope, Credential.Option... options) {
    var credential =
        new Credential.Personal(
            Id.CLIENT.draw(random),
            "App " + COUNT.incrementAndGet(),
            owner.user().organization(),
            owner.user().id(),
            Scopes.parse(scope),
            redirectUris.stream().map(RedirectUri::new).toList(),
            Set.of(options),
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            clock.instant(),
            1);
    Secret.Client secret = Secret.CLIENT.mint(random);
    installation
        .stores()
        .credentials()
        .newCredentials()
        .create(credential, secret, Optional.empty(), now());
    return new App(url(), credential, secret.reveal());
  }

  /** An organization credential and the token that was issued when it was created. */
  public record Machine(Credential.Organizational credential, String token) {}

  public Machine machine(Person owner, Optional<Team> reach) {
    return machine(owner, reach, Scopes.parse(SCOPE));
  }

  public Machine machine(Person owner, Optional<Team> reach, Scopes scope) {
    var credential =
        new Credential.Organizational(
            Id.CLIENT.draw(random),
            "Machine " + COUNT.incrementAndGet(),
            owner.user().organization(),
            owner.user().id(),
            scope,
            Id.VIRTUAL_ADMINISTRATOR.draw(random),
            new Reach(owner.user().organization(), reach.map(Team::id)),
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            clock.instant(),
            1);
    Secret.Organization token = Secret.ORGANIZATION.mint(random);
    installation
        .stores()
        .credentials()
        .newCredentials()
        .create(credential, token, Optional.empty(), now());
    return new Machine(credential, token.reveal());
  }

  /**
   * All credentials that a person owns: those that the person created, and those that were
   * transferred to them.
   */
  public List<Credential> owned(Person person) {
    return installation
        .stores()
        .credentials()
        .lists()
        .of(person.user().organization(), CredentialLists.Search.first(1_000), now())
        .rows()
        .stream()
        .map(CredentialLists.Listed::credential)
        .filter(credential -> credential.owner().equals(person.user().id()))
        .toList();
  }

  public void delete(App app) {
    delete(app.credential());
  }

  public void delete(Credential credential) {
    if (!installation
        .stores()
        .credentials()
        .credentials()
        .delete(credential, new Actor.Server(now()))) {
      throw new AssertionError("not deleted");
    }
  }

  public void changeScope(App app, String scope) {
    Credential.Personal now = app.credential();
    var changed =
        new Credential.Personal(
            now.clientId(),
            now.name(),
            now.organization(),
            now.owner(),
            Scopes.parse(scope),
            now.redirectUris(),
            now.options(),
            now.networks(),
            now.profile(),
            now.createdAt(),
            now.version());
    if (!installation.stores().credentials().credentials().change(changed, now.owner(), now())) {
      throw new AssertionError("not changed");
    }
  }

  /** Lets a credential be used from these networks only. */
  public void allowOnly(String networks, Credential credential) {
    var credentials = installation.stores().credentials().credentials();
    Credential known = credentials.find(credential.clientId()).orElseThrow();
    var allowed = AllowedNetworks.parse(networks);
    Credential changed =
        switch (known) {
          case Credential.Personal app ->
              new Credential.Personal(
                  app.clientId(),
                  app.name(),
                  app.organization(),
                  app.owner(),
                  app.scope(),
                  app.redirectUris(),
                  app.options(),
                  allowed,
                  app.profile(),
                  app.createdAt(),
                  app.version());
          case Credential.Organizational machine ->
              new Credential.Organizational(
                  machine.clientId(),
                  machine.name(),
                  machine.organization(),
                  machine.owner(),
                  machine.scope(),
                  machine.subject(),
                  machine.reach(),
                  allowed,
                  machine.profile(),
                  machine.createdAt(),
                  machine.version());
        };
    if (!credentials.change(changed, changed.owner(), now())) {
      throw new AssertionError("not changed");
    }
  }

  /** Introspects a token (contract 4.5). */
  public Answer introspect(String token) {
    return introspect(url(), token);
  }

  public static Answer introspect(String url, String token) {
    return Http.here().get(url + "/oauth2/introspect", "Authorization", "Bearer " + token);
  }

  public boolean isActive(String token) {
    return isActive(url(), token);
  }

  public static boolean isActive(String url, String token) {
    Answer answer = introspect(url, token);
    if (answer.status() != 200) {
      throw new AssertionError("introspection failed: " + answer);
    }
    return answer.json().path("active").booleanValue();
  }

  /** Calls the open interface with a token (contract 4.4). */
  public Answer call(String token) {
    return Http.here()
        .get(url() + "/openapi/v2/directory/users/me", "Authorization", "Bearer " + token);
  }

  /** Sends a form as a program that has no browser does. */
  public Answer form(String path, String... fields) {
    return Http.here().form(url() + path, App.fields(fields));
  }

  /** Asks as a gateway does, whether a call is allowed. {@code path} is that of the call. */
  public Answer check(String method, String path, String token) {
    return Http.here()
        .get(
            url() + "/oauth2/check",
            "Authorization",
            "Bearer " + token,
            "X-Original-Method",
            method,
            "X-Original-URI",
            path);
  }

  @Override
  public void close() {
    server.close();
    wiring.close();
    settings.store().database().ifPresent(Postgres::requireNoDeadlock);
  }

  public static Path temporaryDirectory() {
    try {
      Path made = Files.createTempDirectory("latchkey-test");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(made)));
      return made;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static void remove(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(file -> file.delete());
    } catch (IOException | UncheckedIOException gone) {
      // A file that is left over in the temporary directory does no harm.
    }
  }
}
