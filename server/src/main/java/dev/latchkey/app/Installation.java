package dev.latchkey.app;

import dev.latchkey.alert.AlertActs;
import dev.latchkey.api.access.EffectiveAccess;
import dev.latchkey.app.config.LiveSettings;
import dev.latchkey.app.config.Settings;
import dev.latchkey.app.keyfile.CurrentKeys;
import dev.latchkey.app.keyfile.KeyFile;
import dev.latchkey.app.keyfile.KeyFileSeal;
import dev.latchkey.audit.ProgramLogCopy;
import dev.latchkey.credential.CreationGuard;
import dev.latchkey.credential.CredentialActs;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.outside.InsideTls;
import dev.latchkey.edge.outside.OutsideCalls;
import dev.latchkey.event.EventPayload;
import dev.latchkey.event.WebhookActs;
import dev.latchkey.event.WebhookAddress;
import dev.latchkey.issued.TokenActs;
import dev.latchkey.login.password.Passwords;
import dev.latchkey.mail.MailSeal;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.model.time.SynchronizedClock;
import dev.latchkey.people.DirectoryActs;
import dev.latchkey.people.account.AccountActs;
import dev.latchkey.people.log.ChangeRequestLog;
import dev.latchkey.people.policy.PublicClientActs;
import dev.latchkey.people.view.ViewActs;
import dev.latchkey.review.ReviewActs;
import dev.latchkey.review.ReviewedAccess;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.alert.Alerts;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.postgres.PostgresDatabase;
import dev.latchkey.storage.review.ReviewTasks;
import dev.latchkey.storage.review.Reviews;
import dev.latchkey.storage.sqlite.DirectoryLock;
import dev.latchkey.storage.sqlite.OtherWriters;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What a server and every command need: the settings, the open database and the stores on it. The
 * real clock and the real source of random numbers are created only here, so that tests can replace
 * them.
 */
public record Installation(
    LiveSettings live,
    ClockAndRandom clockAndRandom,
    Database database,
    Stores stores,
    Passwords passwords)
    implements AutoCloseable {
  /** {@code log} receives a copy of every event of the audit log. */
  public static Installation open(Settings settings, PrintStream log) {
    ClockAndRandom real = ofThisMachine();
    return open(settings, real, new Passwords(real.random()), log);
  }

  /**
   * The same for a command. It changes the tables of an older store in SQLite only while no server
   * runs on it: one of an older version would not notice that.
   */
  public static Installation ofCommand(Settings settings, PrintStream log) {
    ClockAndRandom real = ofThisMachine();
    boolean isOneFile = settings.store().database().isEmpty();
    if (isOneFile) {
      OtherWriters.requireCommon(settings.store().sqliteFile());
    }
    Database database = database(settings, new ProgramLogCopy(log));
    if (isOneFile && Schema.isOlder(database)) {
      DirectoryLock.whileAlone(settings.store().data(), () -> Schema.createOrVerify(database));
    }
    return on(database, settings, real, new Passwords(real.random()));
  }

  /** The real clock and the real source of random numbers. */
  public static ClockAndRandom ofThisMachine() {
    return new ClockAndRandom(new SynchronizedClock(InstantSource.system()), new SecureRandom());
  }

  public static Installation open(
      Settings settings, ClockAndRandom clockAndRandom, Passwords passwords, PrintStream log) {
    return on(database(settings, new ProgramLogCopy(log)), settings, clockAndRandom, passwords);
  }

  private static Installation on(
      Database database, Settings settings, ClockAndRandom clockAndRandom, Passwords passwords) {
    Schema.createOrVerify(database);
    database.synchronize(clockAndRandom.clock());
    var live = new LiveSettings(settings);
    live.afterChange(() -> database.limitTo(live.get().limits().storageMegabytes()));
    Stores stores =
        Stores.on(
            database,
            limits(live),
            () -> live.get().rules(),
            () -> live.get().recording().audit(),
            clockAndRandom.clock());
    return new Installation(live, clockAndRandom, database, stores, passwords);
  }

  private static Database database(Settings settings, ProgramLogCopy log) {
    var place = settings.store();
    return place.database().isPresent()
        ? PostgresDatabase.open(place.database().get(), log)
        : SqliteDatabase.open(place.sqliteFile(), settings.limits().storageMegabytes(), log);
  }

  public KeyFile keyFile() {
    return KeyFile.of(settings());
  }

  /** The settings at this moment. */
  public Settings settings() {
    return live.get();
  }

  /** The limits, which change with the settings. */
  Limits limits() {
    return limits(live);
  }

  private static Limits limits(LiveSettings live) {
    return Limits.following(() -> live.get().limits());
  }

  /** The time of the store. */
  public InstantSource clock() {
    return clockAndRandom.clock();
  }

  public RandomGenerator random() {
    return clockAndRandom.random();
  }

  /**
   * The moment of a command, which an operator runs beside the server or without one. It is as
   * exact as the store, so that a command prints the times that are stored.
   */
  public RequestMoment commandMoment() {
    return RequestMoment.ofCommand(clock().instant().truncatedTo(ChronoUnit.MILLIS));
  }

  /** The operator who runs a command. */
  public Actor.Operator operator() {
    return new Actor.Operator(commandMoment());
  }

  public DirectoryActs directoryActs() {
    return DirectoryActs.on(
        stores.users(), stores.signIn(), stores.grants().activeGrants(), random());
  }

  public ViewActs viewActs() {
    return ViewActs.on(stores.users(), random());
  }

  public AccountActs accountActs() {
    return AccountActs.on(stores.users().directory(), stores.signIn().account(), random());
  }

  public PublicClientActs publicClientActs() {
    return PublicClientActs.on(
        stores.credentials(),
        directoryActs().organizationGuard(),
        settings().platform().catalogue(),
        random());
  }

  public WebhookActs webhookActs() {
    var operation = stores.operation();
    return WebhookActs.on(
        new WebhookActs.Stores(operation.webhooks(), operation.deliveryLog()),
        directoryActs().organizationGuard(),
        new WebhookAddress(this::webhookCalls),
        webhookSeal(),
        random());
  }

  public Alerts alerts() {
    return new Alerts(database, new EventPayload(random())::alert, random());
  }

  public AlertActs alertActs() {
    return AlertActs.on(
        alerts(),
        stores.operation().alerts(),
        directoryActs().organizationGuard(),
        stores.credentials().credentials());
  }

  public ChangeRequestLog changeRequestLog() {
    return new ChangeRequestLog(
        directoryActs().organizationGuard(),
        stores.operation().calls().logs(),
        () -> settings().recording().calls());
  }

  public KeyFileSeal webhookSeal() {
    return seal(KeyFileSeal.WEBHOOK);
  }

  public MailSeal mailSeal() {
    return new MailSeal(seal(KeyFileSeal.MAIL), random());
  }

  /** The key file is read when a secret is encrypted. */
  private KeyFileSeal seal(String purpose) {
    var keys = new CurrentKeys(keyFile());
    return new KeyFileSeal(() -> keys.get().own(), purpose, random());
  }

  /** Calls the hosts of webhooks, as the settings of the moment allow it. */
  OutsideCalls webhookCalls() {
    var rules = settings().outside().webhooks();
    return new OutsideCalls(
        rules.insideHosts(), () -> InsideTls.trusting(rules.insideCertificate()));
  }

  public CredentialActs credentialActs() {
    var platform = settings().platform();
    var creation =
        new CreationGuard(
            platform.version(),
            settings().rules().secondFactorForOrganizationCredentials(),
            stores.signIn().factors(),
            stores.users().directory());
    return CredentialActs.on(stores.credentials(), creation, platform.catalogue(), random());
  }

  public ReviewActs reviewActs() {
    var access =
        new ReviewedAccess(
            stores.users().administration(),
            stores.credentials().credentials(),
            directoryActs().disablePerson(),
            credentialActs().revokeToken(),
            tokenActs().endGrant());
    return ReviewActs.on(
        new Reviews(database, () -> settings().recording().audit().age()),
        new ReviewTasks(database),
        directoryActs().organizationGuard(),
        access,
        random());
  }

  /** {@code table}: the calls of the gateway as they are now. */
  public EffectiveAccess effectiveAccess(Supplier<RouteTable> table) {
    return new EffectiveAccess(
        stores.users(),
        stores.credentials(),
        stores.grants().activeGrants(),
        table,
        settings().platform().hasManagementApi());
  }

  public TokenActs tokenActs() {
    return TokenActs.on(
        stores.grants(),
        stores.credentials().childTokens(),
        credentialActs().guard(),
        directoryActs());
  }

  /** The moment of an act of the server itself, such as a background task. */
  public RequestMoment now() {
    return clockAndRandom.now();
  }

  @Override
  public void close() {
    database.close();
  }
}
