package dev.latchkey.app;

import dev.latchkey.app.config.LiveSettings;
import dev.latchkey.app.config.Settings;
import dev.latchkey.audit.AuditPage;
import dev.latchkey.audit.SyslogCopy;
import dev.latchkey.audit.SyslogExport;
import dev.latchkey.console.credential.TokenPolicy;
import dev.latchkey.console.directory.HealthPage;
import dev.latchkey.console.home.PlatformPart;
import dev.latchkey.console.page.Assets;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.page.Preferences;
import dev.latchkey.console.page.ProblemPages;
import dev.latchkey.console.page.ProgramMail;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.gateway.Identity;
import dev.latchkey.edge.gateway.Keyring;
import dev.latchkey.edge.health.HealthEndpoint;
import dev.latchkey.edge.health.Readiness;
import dev.latchkey.edge.http.CatchUp;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.Hosts;
import dev.latchkey.edge.http.InternalClient;
import dev.latchkey.edge.http.ListedPeers;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.OpenFiles;
import dev.latchkey.edge.http.Proxies;
import dev.latchkey.edge.http.RefusalPages;
import dev.latchkey.edge.http.RequestChecks;
import dev.latchkey.edge.http.ResponseListener;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Routes;
import dev.latchkey.edge.http.netty.Server;
import dev.latchkey.edge.metrics.Metrics;
import dev.latchkey.edge.metrics.RecentAnswers;
import dev.latchkey.edge.observe.Observer;
import dev.latchkey.login.CommonPasswords;
import dev.latchkey.login.NewPasswords;
import dev.latchkey.login.PasskeyChallenges;
import dev.latchkey.login.PasskeyCheck;
import dev.latchkey.login.PasswordAgain;
import dev.latchkey.login.PasswordCheck;
import dev.latchkey.mail.MailDelivery;
import dev.latchkey.mail.Outbox;
import dev.latchkey.model.PasswordRule;
import dev.latchkey.protocol.authorize.RegisteredClients;
import dev.latchkey.protocol.authorize.RegistrationEndpoint;
import dev.latchkey.protocol.discovery.MetadataEndpoint;
import dev.latchkey.protocol.revoke.LeakEndpoint;
import dev.latchkey.storage.checks.ClientProofs;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.usage.UsageBuffer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Builds the server on an {@link Installation}. It reads from top to bottom: first the parts that
 * exist once in a process, then the routes. Nothing that it builds refers back to it.
 *
 * <p>Ordinary calls connect the parts. A container that connects them by annotations would hide
 * what is written here. A request that may wait for the store runs on a virtual thread, so its code
 * can block and no pool of threads has to be tuned.
 */
public final class Wiring implements AutoCloseable {
  private final Installation installation;
  private final ServerKeys keys;
  private final RateLimits rates;
  private final Supplier<Observer> observer;
  private final Metrics metrics;
  private final TokenChecks checks;
  private final ClientProofs proofs;
  private final RecentAnswers recentAnswers;
  private final UsageBuffer usage;
  private final Maintenance maintenance;
  private final Gateway gateway;
  private final NewPasswords newPasswords;
  private final PasskeyCheck passkeyCheck;
  private final Pages pages;
  private final MailOutbox post;
  private final HealthPage.Node node;
  private final Readiness readiness;
  private final Supplier<Proxies> proxies;
  private final Supplier<Assets> assets;

  /** Takes over the installation: {@link #close} closes it too. */
  public Wiring(Installation installation) {
    this.installation = installation;
    var stores = installation.stores();
    LiveSettings live = installation.live();
    this.keys = ServerKeys.of(installation);
    this.rates = RateLimits.of(installation);
    this.proxies =
        live.derive(
            to -> to.peers().trustedProxies(), peers -> new Proxies(new ListedPeers(peers)));
    this.observer =
        live.derive(
            to -> to.recording().requests(),
            wanted -> new Observer(wanted, proxies, Build.read().version(), installation.clock()),
            Observer::close);
    this.metrics = new Metrics(live.get().listening().metrics().isPresent());
    this.proofs = new ClientProofs(installation.database(), installation.limits());
    this.recentAnswers = new RecentAnswers(metrics);
    this.usage = new UsageBuffer(stores.operation().usage());
    this.checks =
        new TokenChecks(
            installation.database(), installation.limits(), metrics::lookedUp, usage::useGrant);
    this.maintenance = new Maintenance(usage);
    this.gateway = new Gateway(installation, keys, rates, usage, metrics);
    var rule = new PasswordRule(CommonPasswords.all());
    this.newPasswords = new NewPasswords(rule, installation.passwords());
    this.passkeyCheck =
        new PasskeyCheck(
            new PasskeyChallenges(keys.challengeSeal(), installation.random()),
            stores.signIn().passkeys(),
            rates.passkeyAnswers());
    this.pages = new Pages(stores.users().users()::find, () -> installation.settings().brand());
    this.assets = live.derive(Settings::brand, Assets::new);
    this.post = new MailOutbox(live, delivery -> outbox(installation, delivery));
    this.node = new HealthPage.Node(Build.read().version(), installation.clock().instant());
    this.readiness = new Readiness(stores.operation().health(), keys::isFileReadable);
  }

  private static Outbox outbox(Installation installation, Supplier<MailDelivery> delivery) {
    var users = installation.stores().users().users();
    return new Outbox(
        delivery,
        Outbox.RETRY_DELAYS,
        (message, outcome) -> users.mailed(message.to(), outcome, installation.now()));
  }

  /** Starts to listen. {@code more} gives the routes that a caller adds to the product's own. */
  public Server serve(Function<PageGuard, List<Route>> more) {
    LiveSettings live = installation.live();
    Supplier<Server.Service> service =
        live.derive(settings -> settings, settings -> service(settings, routes(more)));
    keys.open();
    maintenance.begin(installation, keys, rates);
    maintenance.watchAnswers(recentAnswers, installation.clock());
    copyAudit();
    maintenance.enforce(
        () ->
            new TokenPolicy(
                installation.stores().credentials().policies(), new ProgramMail(post.mailer())),
        installation);
    Server server = start(live.get().listening().at(), service);
    live.afterChange(server::renewCertificate);
    new Monitoring(metrics).begin(installation, checks, server.traffic(), observer);
    maintenance.watchCertificate(server);
    return server;
  }

  private Server start(ListenAt where, Supplier<Server.Service> service) {
    Server server = Server.start(where, service.get());
    installation.live().afterChange(() -> server.serve(service.get()));
    return server;
  }

  private Server.Service service(Settings settings, Routes routes) {
    return new Server.Service(
        routes,
        installation.database()::whenCaughtUp,
        settings.connections().timeouts(),
        OpenFiles.fit(settings.connections().limits(), OpenFiles.available()));
  }

  private void copyAudit() {
    LiveSettings live = installation.live();
    var entries = installation.stores().operation().auditExport();
    var copy =
        new SyslogCopy(
            () -> live.get().recording().syslog(),
            server -> new SyslogExport(entries, server, live.get().store().data(), hostName()));
    maintenance.copy(copy);
    live.afterChange(copy::begin);
  }

  /** The name of this machine, or its address if it has none. */
  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      return InetAddress.getLoopbackAddress().getHostAddress();
    }
  }

  /** Starts the server for monitoring, if the operator has configured a port for it. */
  public Optional<Server> serveMetrics() {
    LiveSettings live = installation.live();
    return live.get()
        .listening()
        .metrics()
        .map(where ->
            start(
                where,
                live.derive(
                    to -> to.connections().timeouts(),
                    timeouts ->
                        new Server.Service(
                            metricsRoutes(where),
                            CatchUp.NOT_NEEDED,
                            timeouts,
                            ConnectionLimits.DEFAULT))));
  }

  /** From now on the process says that it is not ready. */
  public void drain() {
    readiness.drain();
  }

  private Routes metricsRoutes(ListenAt where) {
    var all = new ArrayList<>(new HealthEndpoint(readiness).routes());
    all.add(metrics.route(where.host().equals(ListenAt.LOOPBACK)));
    return new Routes(
        all,
        RequestChecks.none(installation.clock()),
        installation.clock(),
        (refusal, language, address) -> refusal.json(),
        ResponseListener.NONE);
  }

  public Routes routes(Function<PageGuard, List<Route>> more) {
    PageGuard pageGuard = pageGuard();
    var refusalPages = new ProblemPages(pages, pageGuard);
    List<Route> ofPrograms = programRoutes();
    var client = new InternalClient(routes(ofPrograms, refusalPages));

    var all = new ArrayList<Route>();
    all.addAll(ofPrograms);
    all.addAll(pageRoutes(pageGuard, client));
    all.addAll(more.apply(pageGuard));
    return routes(all, refusalPages);
  }

  private Routes routes(List<Route> all, RefusalPages refusalPages) {
    return new Routes(
        all,
        new RequestChecks(hosts(), proxies, rates.addresses(), observer.get().correlations()),
        installation.clock(),
        refusalPages,
        observer.get().isTiming() ? metrics.and(observer.get()) : metrics);
  }

  private PageGuard pageGuard() {
    var stores = installation.stores().signIn();
    var check = new PasswordCheck(stores.sessions(), installation.passwords());
    var again =
        new PasswordAgain(
            stores, check, passkeyCheck, installation.limits(), installation.random());
    return new PageGuard(stores.sessions(), again, pages, installation.random());
  }

  private List<Route> programRoutes() {
    var limits = installation.limits();
    var settings = installation.settings();
    var metadata =
        new MetadataEndpoint(
            gateway::resources,
            settings.platform().publicClients(),
            settings.rules().deviceFlow(),
            limits);

    var all = new ArrayList<Route>();
    all.addAll(
        new TokenRoutes(installation, keys, rates, gateway::resources, checks, proofs, usage)
            .routes());
    all.addAll(
        new LeakEndpoint(
                installation.stores().grants().leakedSecrets(),
                new ProgramMail(post.mailer()),
                rates.leaks())
            .routes());
    all.addAll(metadata.routes());
    all.addAll(new HealthEndpoint(readiness).routes());
    if (settings.platform().publicClients().registration()) {
      all.addAll(new RegistrationEndpoint(registered()).routes());
    }
    all.addAll(gateway.routes(checks, proofs));
    if (settings.platform().hasManagementApi()) {
      all.addAll(new ManagementApi(installation, gateway, checks, post.mailer()).routes());
    }
    return all;
  }

  private RegisteredClients registered() {
    return new RegisteredClients(keys.registrationSeal());
  }

  private List<Route> pageRoutes(PageGuard pageGuard, InternalClient client) {
    var parts = new PageParts(installation, pageGuard, pages, post.mailer(), client);
    var authorization = new Authorization(parts, keys, gateway::resources, registered());
    var signIn = new SignInPages(parts, newPasswords, passkeyCheck, keys.secondFactorSeal(), rates);
    var users = installation.stores().users().users();
    var auditRecords = installation.stores().operation().auditRecords();
    var running = new PlatformPart.Node(node.startedAt(), recentAnswers::minutes);
    var audit = new AuditPage(new SectionGuard(Section.AUDIT, users), auditRecords, users);

    var all = new ArrayList<Route>();
    all.addAll(authorization.routes());
    all.addAll(signIn.routes(authorization.afterSignIn()));
    all.addAll(new HomePages(parts).routes(running));
    all.addAll(new CredentialPages(parts, gateway.firstCall()::path).routes());
    all.addAll(new DirectoryPages(parts).routes(newPasswords, node));
    all.addAll(audit.routes(pageGuard));
    all.addAll(gateway.reference(pageGuard, client));
    all.addAll(new Preferences().routes(pageGuard));
    all.add(Assets.route(assets));
    return all;
  }

  private Hosts hosts() {
    var settings = installation.settings().listening();
    return new Hosts(settings.baseUrl(), settings.at().tls().isPresent());
  }

  /** The published address of a server that listens on this port. */
  public String baseUrl(int port) {
    return hosts().baseUrl(port);
  }

  public Pages pages() {
    return pages;
  }

  public UsageBuffer usage() {
    return usage;
  }

  public RecentAnswers recentAnswers() {
    return recentAnswers;
  }

  public Keyring keyring() {
    return keys.ring();
  }

  public Identity identity() {
    return gateway.identity();
  }

  @Override
  public void close() {
    post.close();
    maintenance.close();
    observer.get().close();
    installation.close();
  }
}
