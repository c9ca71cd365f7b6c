package dev.latchkey.app.demo.history;

import dev.latchkey.app.config.Settings;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.login.password.Passwords;
import dev.latchkey.model.Id;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.people.DirectoryActs;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.copy.OneCommit;
import dev.latchkey.storage.database.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/**
 * Fills the store of a demo with more than a year of people, apps and calls, which end now. The
 * story is always the same; only ids, secrets and dates differ.
 */
public final class DemoHistory {
  private static final long SEED = 20_26;

  /** How long the organizations of the demo have existed: less than the audit log keeps a line. */
  private static final Duration AGE = Duration.ofDays(398);

  private static final List<String> SIGNED_IN_NOW =
      List.of(
          "sam",
          "olga",
          "mei",
          "mo",
          "tara",
          "priya.raghunathan",
          "lukas.hoffmann",
          "wang.fang",
          "siobhan.obrien",
          "yuki.tanaka",
          "oluwaseun.adeyemi",
          "dmytro.kovalenko",
          "hannah.mueller",
          "maria.gutierrez",
          "paolo.ricci");

  private final OneCommit database;
  private final HistoryClock clock = new HistoryClock();
  private final Passwords passwords;
  private final Server server;
  private final RandomGenerator random;
  private final Instant now;
  private final Stores stores;
  private final RouteTable routes;

  /**
   * What of the server the history needs.
   *
   * @param factors for the keys of authenticator apps
   * @param webhooks for the secrets of webhooks
   * @param receiver where webhooks of the demo are received
   */
  public record Server(KeySeal factors, KeySeal webhooks, String receiver) {}

  public DemoHistory(
      Database database,
      Settings settings,
      Passwords passwords,
      Server server,
      ClockAndRandom clockAndRandom) {
    this.database = new OneCommit(database);
    this.passwords = passwords;
    this.server = server;
    this.random = clockAndRandom.random();
    this.now = clockAndRandom.clock().instant();
    this.stores =
        Stores.on(
            this.database,
            settings.limits(),
            settings::rules,
            () -> settings.recording().audit(),
            clock);
    this.routes = settings.platform().routes();
    clock.set(now.minus(AGE));
  }

  /** The time at which the organizations were created. */
  public ClockAndRandom beginning() {
    return new ClockAndRandom(clock, random);
  }

  /** {@code printed}: what the demo prints, which is in the store already. */
  public void write(JsonNode printed) {
    var chance = new SplittableRandom(SEED);
    var acts =
        DirectoryActs.on(stores.users(), stores.signIn(), stores.grants().activeGrants(), random);
    var past =
        new Past(
            stores,
            acts,
            new Cast(stores.users().directory()),
            new Timeline(),
            new Days(now, chance),
            chance,
            random);
    PasswordHash unknown = unknownPassword();
    var signIns = new SignIns(past, server.factors);
    var apps = new AppHistory(past);
    know(apps, printed);
    new PeopleHistory(past, signIns, unknown).tell();
    Cast.PRINTED.forEach(name -> signIns.tell(name, (int) AGE.toDays(), 1));
    SIGNED_IN_NOW.forEach(signIns::tellOfNow);
    apps.tell();
    new ProfileHistory(past, apps, now).tell();
    new PublicAppHistory(past, apps).tell();
    new ViewHistory(past).tell();
    new WebhookHistory(past, server.webhooks, server.receiver).tell();
    var grants = new GrantHistory(past, apps, signIns);
    grants.tell();
    tellChildren(grants);
    var incidents = new Incidents(past, apps, grants, database, unknown);
    incidents.tell();
    AlertHistory.on(past, apps, now, database).tell();
    ReviewHistory.on(past, database).tell();
    past.timeline().write(database, clock, now);
    var calls = new CallHistory(past, apps);
    incidents.count(calls);
    database.of(() -> {
      calls.write(stores.operation().usage(), grants);
      new RequestHistory(past, apps, routes).write(stores.operation().calls());
    });
  }

  /** A password that nobody has. Hashing one for each person would take seconds. */
  private PasswordHash unknownPassword() {
    return passwords.hash(
        Secret.CLIENT.mint(random).reveal(), "nobody", RequestMoment.ofServer(now));
  }

  private void know(AppHistory apps, JsonNode printed) {
    know(apps, "Issue Helper", printed.at("/credentials/0"));
    know(apps, "Sprint Board", printed.at("/credentials/1"));
    Secret.Organization token =
        Secret.ORGANIZATION.parse(printed.path("organization_token").stringValue()).orElseThrow();
    Id.Client machine = stores.credentials().tokens().credentialOf(token.hash()).orElseThrow();
    apps.know("Nightly Export", machine, Optional.of(token.hash()));
  }

  private static void know(AppHistory apps, String name, JsonNode credential) {
    apps.know(
        name,
        new Id.Client(credential.path("client_id").stringValue()),
        Secret.CLIENT.parse(credential.path("client_secret").stringValue()).map(Secret::hash));
  }

  private void tellChildren(GrantHistory grants) {
    Scopes reading = Scopes.parse("read:issue:info,read:issue:comments");
    grants.tellChildren(
        "Triage Agent",
        "mei",
        now.minusSeconds(2_520),
        reading,
        "triage/labels",
        "triage/duplicates");
    grants.tellChildren(
        "Triage Agent",
        "priya.raghunathan",
        now.minusSeconds(1_310),
        reading,
        "triage/labels",
        "triage/summary",
        "triage/reproduction");
  }
}
