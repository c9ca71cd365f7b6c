package dev.latchkey.storage;

import dev.latchkey.harness.Clock;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.HeldStatements;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SignedIn;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Device;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.Consent;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.credential.NewCredentials;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.grants.Approval;
import dev.latchkey.storage.grants.AuthorizationCodes;
import dev.latchkey.storage.grants.Consents;
import dev.latchkey.storage.grants.Exchanged;
import dev.latchkey.storage.grants.NewCode;
import dev.latchkey.storage.grants.NewGrant;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.Sessions;
import dev.latchkey.storage.people.UserAdministration;
import dev.latchkey.storage.postgres.PostgresDatabase;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A store with two nodes: the node under test and another one. On SQLite both are the same, because
 * only one can commit. On PostgreSQL a test can hold statements of either node on their way to the
 * server.
 */
public final class Nodes implements AutoCloseable {
  public static final Limits WITHOUT_MEMORY = new Limits(Map.of(Limit.MEMORY_MEGABYTES, 0));

  public final Clock clock = new Clock();
  public final Database thisNode;
  public final Database otherNode;

  public final HeldStatements statementsOfThisNode;
  public final HeldStatements statementsOfOtherNode;

  private final SecureRandom random = new SecureRandom();
  private final Id.Organization home = Id.ORGANIZATION.draw(random);

  private Nodes(
      Database thisNode,
      Database otherNode,
      HeldStatements statementsOfThisNode,
      HeldStatements statementsOfOtherNode) {
    this.thisNode = thisNode;
    this.otherNode = otherNode;
    this.statementsOfThisNode = statementsOfThisNode;
    this.statementsOfOtherNode = statementsOfOtherNode;
    Schema.createOrVerify(thisNode);
    new Directory(thisNode)
        .add(new Organization(home, "Home", Organization.Kind.MULTI_TEAM), now("console"));
  }

  public static Nodes open(Store store) {
    return switch (store) {
      case SQLITE -> {
        Database only =
            SqliteDatabase.open(
                Latchkey.temporaryDirectory().resolve("latchkey.db"), 0, entry -> {});
        HeldStatements none = HeldStatements.to("none");
        yield new Nodes(only, only, none, none);
      }
      case POSTGRESQL -> on(Postgres.databaseWithTables());
    };
  }

  /** Two nodes on this database of PostgreSQL. */
  public static Nodes on(String url) {
    HeldStatements toHere = HeldStatements.to(url);
    HeldStatements toElsewhere = HeldStatements.to(url);
    return new Nodes(
        PostgresDatabase.open(toHere.url(), entry -> {}),
        PostgresDatabase.open(toElsewhere.url(), entry -> {}),
        toHere,
        toElsewhere);
  }

  public RequestMoment now(String address) {
    return new RequestMoment(clock.instant(), address);
  }

  public Actor server() {
    return new Actor.Server(now("console"));
  }

  public Id.User person() {
    Id.User id = Id.USER.draw(random);
    var user = new User(id, id.value() + "@example.com", "Mei", home, User.Role.MEMBER, List.of());
    new Directory(thisNode).add(user, new PasswordHash("none"), now("console"));
    return id;
  }

  /** Another organization, with an app and a member. */
  public record Elsewhere(Credential.Personal app, User user, Team team) {}

  public Elsewhere elsewhere() {
    Id.Organization id = Id.ORGANIZATION.draw(random);
    var directory = new Directory(thisNode);
    directory.add(new Organization(id, "Elsewhere", Organization.Kind.MULTI_TEAM), now("console"));
    var team = new Team(Id.TEAM.draw(random), "Team", id);
    directory.add(team, now("console"));
    User user = member(id, User.Role.MEMBER, team);
    return new Elsewhere(app(id, user.id(), secret()), user, team);
  }

  public Credential.Personal app(Id.User owner, Secret.Client secret) {
    return app(home, owner, secret);
  }

  private Credential.Personal app(
      Id.Organization organization, Id.User owner, Secret.Client secret) {
    var app =
        new Credential.Personal(
            Id.CLIENT.draw(random),
            "App",
            organization,
            owner,
            Scopes.parse("read:issue:info"),
            List.of(new RedirectUri("https://app.example/callback")),
            Set.of(),
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            clock.instant(),
            1);
    new NewCredentials(thisNode, Limits.DEFAULT)
        .create(app, secret, Optional.empty(), now("console"));
    return app;
  }

  public Credential.Organizational machine(Id.User owner, Secret.Organization token) {
    var machine =
        new Credential.Organizational(
            Id.CLIENT.draw(random),
            "Machine",
            home,
            owner,
            Scopes.parse("read:issue:info"),
            Id.VIRTUAL_ADMINISTRATOR.draw(random),
            new Reach(home, Optional.empty()),
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            clock.instant(),
            1);
    new NewCredentials(thisNode, Limits.DEFAULT)
        .create(machine, token, Optional.empty(), now("console"));
    return machine;
  }

  public Team team() {
    var team = new Team(Id.TEAM.draw(random), "Team", home);
    new Directory(thisNode).add(team, now("console"));
    return team;
  }

  /** Adds a member of these teams. */
  public User member(User.Role role, Team... teams) {
    return member(home, role, teams);
  }

  private User member(Id.Organization organization, User.Role role, Team... teams) {
    Id.User id = Id.USER.draw(random);
    var user =
        new User(
            id,
            EmailAddress.normal(id.value()) + "@example.com",
            "Mei",
            organization,
            role,
            Stream.of(teams).map(team -> new User.Membership(team, false)).toList());
    new Directory(thisNode).add(user, new PasswordHash("none"), now("console"));
    return user;
  }

  /** The user as an administrator finds it now. */
  public ManagedUser managed(User user) {
    return new UserAdministration(thisNode, Limits.DEFAULT).find(user.id()).orElseThrow();
  }

  /** A moment in a new session of the user. */
  public RequestMoment signedIn(User user) {
    return signedIn(user, session());
  }

  public RequestMoment signedIn(User user, Secret.Session key) {
    RequestMoment now = now("browser");
    thisNode.write(sql -> {
      Sessions.insert(
          sql,
          Limits.DEFAULT,
          user.id(),
          new Sessions.NewSession(key, Optional.empty(), Device.UNKNOWN),
          now);
      return key;
    });
    return now.in(new SignedIn(key.hash(), user.id(), managed(user).version()));
  }

  /** A code to which the user consents; empty if the consent is refused. */
  public Optional<Secret.Code> consent(
      Database node, Credential.Personal app, User user, Team team) {
    return consent(node, app, user, team, now("browser"));
  }

  public Optional<Secret.Code> consent(
      Database node, Credential.Personal app, User user, Team team, RequestMoment now) {
    var consents = new Consents(node, Limits.DEFAULT);
    Id.Request request = Id.REQUEST.draw(random);
    Secret.Code code = Secret.CODE.mint(random);
    var consent =
        Consent.of(app.clientId(), user.id(), team.id(), app.scope(), Scopes.Separator.COMMA);
    var grant = new NewGrant(Id.GRANT.draw(random), consent, app.version());
    String redirectUri = app.redirectUris().getFirst().text();
    Approval approval =
        consents.approve(request, grant, new NewCode(code, redirectUri, Optional.empty()), now);
    return approval == Approval.APPROVED ? Optional.of(code) : Optional.empty();
  }

  public Pairs pairs(Database node) {
    return new Pairs(node, Limits.DEFAULT, () -> Rules.DEFAULT, clock);
  }

  public Exchanged exchange(
      Database node, Credential.Personal app, Secret.Code code, TokenPair fresh) {
    var asked =
        new AuthorizationCodes.Redemption(app.clientId(), code, Optional.empty(), Optional.empty());
    return new AuthorizationCodes(node, pairs(node), () -> Rules.DEFAULT)
        .spendCode(asked, fresh, now("app"));
  }

  /** Tokens that are issued after a new consent. */
  public TokenPair tokens(Credential.Personal app, User user, Team team) {
    TokenPair fresh = pair();
    Secret.Code code = consent(thisNode, app, user, team).orElseThrow();
    if (exchange(thisNode, app, code, fresh) instanceof Exchanged.Issued) {
      return fresh;
    }
    throw new AssertionError("the code was refused");
  }

  public TokenPair pair() {
    return TokenPair.mint(random);
  }

  public Secret.Session session() {
    return Secret.SESSION.mint(random);
  }

  Secret.PasswordLink link() {
    return Secret.PASSWORD_LINK.mint(random);
  }

  public Secret.Client secret() {
    return Secret.CLIENT.mint(random);
  }

  public Secret.Organization token() {
    return Secret.ORGANIZATION.mint(random);
  }

  public Id.Form form() {
    return Id.FORM.draw(random);
  }

  /**
   * Waits until the cache knows of all commits. An event loop does the same without waiting before
   * it reads the cache.
   */
  public void catchUp() {
    var done = new CompletableFuture<Boolean>();
    thisNode.whenCaughtUp(() -> done.complete(true), () -> done.complete(false));
    if (!done.join()) {
      throw new AssertionError("not caught up");
    }
  }

  /** Whether a statement of any node waits for a lock of another one. */
  public boolean isAnyBlocked() {
    return blocked() > 0;
  }

  /** How many statements of both nodes wait for a lock of another one. */
  int blocked() {
    return otherNode.read(sql ->
        sql.all(
                "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                    + " AND datname = current_database()",
                row -> true)
            .size());
  }

  @Override
  public void close() {
    statementsOfThisNode.letAllGo();
    statementsOfOtherNode.letAllGo();
    thisNode.close();
    if (!otherNode.equals(thisNode)) {
      otherNode.close();
    }
  }

  /** A refresh that asks for nothing but a new pair. */
  static Pairs.Rotation rotation(Credential.Personal app, TokenPair tokens) {
    return new Pairs.Rotation(
        app.clientId(),
        tokens.refresh(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
