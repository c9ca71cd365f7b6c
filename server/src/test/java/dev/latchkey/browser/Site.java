package dev.latchkey.browser;

import com.sun.net.httpserver.HttpServer;
import dev.latchkey.app.Installation;
import dev.latchkey.app.Wiring;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Settings;
import dev.latchkey.app.demo.ComponentsPage;
import dev.latchkey.edge.http.netty.Server;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.login.password.Passwords;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.model.time.SynchronizedClock;
import dev.latchkey.model.token.CodeChallenge;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.grants.AuthorizationCodes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A real server on a free port. It has a multi-team and a single-team organization with people of
 * every role, and an app to which browsers are redirected.
 */
final class Site implements AutoCloseable {
  static final String PASSWORD = "correct horse battery";

  final Installation installation;
  final Wiring wiring;
  final Organization acme;
  final Organization solo;
  final User sam;
  final User olga;
  final User mei;
  final User mo;
  final User tara;

  private final ByteArrayOutputStream auditRecords = new ByteArrayOutputStream();
  private final Server server;
  private final HttpServer app;
  private final BlockingQueue<String> arrivals = new LinkedBlockingQueue<>();
  private volatile Duration ahead = Duration.ZERO;

  Site(Path directory) {
    this(directory, to -> to);
  }

  Site(Path directory, UnaryOperator<Settings> change) {
    Settings settings = change.apply(ConfigFile.defaults().in(directory).onPort(0));
    var log = new PrintStream(auditRecords, true, StandardCharsets.UTF_8);
    var random = new SecureRandom();
    var clockAndRandom =
        new ClockAndRandom(new SynchronizedClock(() -> Instant.now().plus(ahead)), random);
    var passwords = new Passwords(random, Latchkey.HASH_COST);
    installation = Installation.open(settings, clockAndRandom, passwords, log);
    wiring = new Wiring(installation);
    server = wiring.serve(new ComponentsPage(wiring.pages())::routes);
    app = app();

    acme = organization("Acme", Organization.Kind.MULTI_TEAM);
    solo = organization("Solo Studio", Organization.Kind.SINGLE_TEAM);
    Team apollo = team("Apollo", acme);
    Team borealis = team("Borealis", acme);
    Team studio = team("Studio", solo);
    sam = person("sam", "Sam Super", User.Role.SUPER_ADMINISTRATOR, false, apollo);
    olga = person("olga", "Olga Orga", User.Role.ORGANIZATION_ADMINISTRATOR, false, apollo);
    mei = person("mei", "Mei Member", User.Role.MEMBER, false, apollo, borealis);
    mo = person("mo", "Mo Member", User.Role.MEMBER, false, borealis);
    tara = person("tara", "Tara Lead", User.Role.MEMBER, true, studio);
  }

  /**
   * Everything for agents is turned on: devices, programs that register themselves, child tokens,
   * and a part of the open interface that is a resource of its own.
   */
  static UnaryOperator<Settings> forAgents(Path directory) {
    Settings plain = ConfigFile.defaults().in(directory);
    String resources = "resources: [{path: /issues/tools, name: Tools for issues}]\n";
    Settings issues = Issues.behind(plain, "http://127.0.0.1:9", resources);
    return to ->
        to.with(issues.platform().routes())
            .with(new Limits(Map.of(Limit.CHILD_TOKENS, 5)))
            .with(new PublicClientRules(false, true, Set.of(), Optional.empty()))
            .with(
                new Rules(
                    Rules.SpentCode.REFUSE,
                    Rules.RotatedToken.REVOKE_AFTER_GRACE,
                    Rules.Factor.OPTIONAL,
                    Rules.DeviceFlow.TYPED));
  }

  String url(String path) {
    return "http://localhost:" + server.port() + path;
  }

  String callback() {
    return "http://127.0.0.1:" + app.getAddress().getPort() + "/callback";
  }

  /** The query with which a browser was redirected to the app. */
  String arrival() throws InterruptedException {
    String query = arrivals.poll(10, TimeUnit.SECONDS);
    if (query == null) {
      throw new AssertionError("no browser was redirected to the app");
    }
    return query;
  }

  /** The app exchanges the code with which a browser has arrived. */
  TokenPair exchange(Credential app) throws InterruptedException {
    String code = arrival().replaceFirst(".*code=([A-Za-z0-9_]+).*", "$1");
    var redemption =
        new AuthorizationCodes.Redemption(
            app.clientId(),
            Secret.CODE.parse(code).orElseThrow(),
            Optional.empty(),
            Optional.empty());
    TokenPair pair = TokenPair.mint(installation.random());
    installation.stores().grants().codes().spendCode(redemption, pair, installation.now());
    return pair;
  }

  /** The entries of the audit log so far. */
  String auditRecords() {
    return auditRecords.toString(StandardCharsets.UTF_8);
  }

  void wait(Duration passed) {
    ahead = ahead.plus(passed);
  }

  /** The app obtains a child token for an agent, with a token that it has just received. */
  void delegate(String token, String actor) {
    Http.here()
        .form(
            url("/oauth2/token"),
            Map.of(
                "grant_type",
                "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token_type",
                "urn:ietf:params:oauth:token-type:access_token",
                "subject_token",
                token,
                "actor",
                actor));
  }

  /** A program registers itself, and returns the authorization request that it sends. */
  String registered(String name) {
    String body = "{\"client_name\":\"%s\",\"redirect_uris\":[\"%s\"]}".formatted(name, callback());
    String client = Http.here().json(url("/oauth2/register"), body).text("client_id");
    String challenge =
        CodeChallenge.ofVerifier("a-verifier-of-forty-three-characters-at-least")
            .orElseThrow()
            .text();
    return url("/oauth2/authorize?")
        + Http.encoded(
            Map.of(
                "response_type",
                "code",
                "client_id",
                client,
                "scope",
                "read:issue:info",
                "code_challenge",
                challenge,
                "code_challenge_method",
                "S256"));
  }

  /** A device of the app asks for access, and shows this code to its user. */
  String userCode(Credential app) {
    return Http.here()
        .form(url("/oauth2/device_authorization"), Map.of("client_id", app.clientId().value()))
        .text("user_code");
  }

  Credential.Personal personal(String name, User owner, String... scope) {
    return personal(name, owner, Set.of(), scope);
  }

  Credential.Personal personal(
      String name, User owner, Set<Credential.Option> options, String... scope) {
    var credential =
        new Credential.Personal(
            Id.CLIENT.draw(installation.random()),
            name,
            owner.organization(),
            owner.id(),
            Scopes.of(List.of(scope)),
            List.of(new RedirectUri(callback())),
            options,
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            installation.now().at(),
            1);
    installation
        .stores()
        .credentials()
        .newCredentials()
        .create(
            credential,
            Secret.CLIENT.mint(installation.random()),
            Optional.empty(),
            installation.now());
    return credential;
  }

  /** An organization credential in the organization of its creator, and its token. */
  record Machine(String id, String token) {}

  Machine organizational(String name, User creator, String... scope) {
    var credential =
        new Credential.Organizational(
            Id.CLIENT.draw(installation.random()),
            name,
            creator.organization(),
            creator.id(),
            Scopes.of(List.of(scope)),
            Id.VIRTUAL_ADMINISTRATOR.draw(installation.random()),
            new Reach(creator.organization(), Optional.empty()),
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            installation.now().at(),
            1);
    Secret.Organization token = Secret.ORGANIZATION.mint(installation.random());
    installation
        .stores()
        .credentials()
        .newCredentials()
        .create(credential, token, Optional.empty(), installation.now());
    return new Machine(credential.clientId().value(), token.reveal());
  }

  String authorize(Credential credential) {
    return url("/oauth2/authorize?response_type=code&state=s1&client_id=")
        + credential.clientId().value();
  }

  @Override
  public void close() {
    server.close();
    app.stop(0);
    wiring.close();
  }

  private Organization organization(String name, Organization.Kind kind) {
    var organization = new Organization(Id.ORGANIZATION.draw(installation.random()), name, kind);
    installation.stores().users().directory().add(organization, installation.now());
    return organization;
  }

  private Team team(String name, Organization organization) {
    var team = new Team(Id.TEAM.draw(installation.random()), name, organization.id());
    installation.stores().users().directory().add(team, installation.now());
    return team;
  }

  private User person(
      String first, String name, User.Role role, boolean administers, Team... teams) {
    var user =
        new User(
            Id.USER.draw(installation.random()),
            first + "@example.com",
            name,
            teams[0].organization(),
            role,
            List.of(teams).stream().map(team -> new User.Membership(team, administers)).toList());
    installation
        .stores()
        .users()
        .directory()
        .add(
            user,
            installation.passwords().hash(PASSWORD, user.email(), installation.now()),
            installation.now());
    return user;
  }

  private HttpServer app() {
    try {
      var listening =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      listening.createContext(
          "/callback",
          exchange -> {
            arrivals.add(exchange.getRequestURI().getRawQuery());
            byte[] page =
                "<!DOCTYPE html><title>app</title><p>back at the app"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            try (exchange) {
              exchange.getResponseBody().write(page);
            }
          });
      listening.start();
      return listening;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
