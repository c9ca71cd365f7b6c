package dev.latchkey;

import dev.latchkey.audit.AuditPage;
import dev.latchkey.audit.SyslogExport;
import dev.latchkey.authorize.RegisteredClients;
import dev.latchkey.authorize.RegistrationEndpoint;
import dev.latchkey.config.Settings;
import dev.latchkey.credential.TokenPolicy;
import dev.latchkey.directory.HealthPage;
import dev.latchkey.discovery.MetadataEndpoint;
import dev.latchkey.gateway.Identity;
import dev.latchkey.gateway.Keyring;
import dev.latchkey.health.HealthEndpoint;
import dev.latchkey.health.Readiness;
import dev.latchkey.home.PlatformPart;
import dev.latchkey.http.AnswerWatch;
import dev.latchkey.http.CatchUp;
import dev.latchkey.http.ConnectionLimits;
import dev.latchkey.http.Hosts;
import dev.latchkey.http.InternalClient;
import dev.latchkey.http.ListedPeers;
import dev.latchkey.http.ListenAt;
import dev.latchkey.http.OpenFiles;
import dev.latchkey.http.Proxies;
import dev.latchkey.http.RequestChecks;
import dev.latchkey.http.Route;
import dev.latchkey.http.Routes;
import dev.latchkey.http.netty.Server;
import dev.latchkey.login.CommonPasswords;
import dev.latchkey.login.NewPasswords;
import dev.latchkey.login.PasswordAgain;
import dev.latchkey.login.PasswordCheck;
import dev.latchkey.mail.MailDelivery;
import dev.latchkey.mail.Outbox;
import dev.latchkey.metrics.Metrics;
import dev.latchkey.metrics.RecentAnswers;
import dev.latchkey.model.Mailer;
import dev.latchkey.model.PasswordRule;
import dev.latchkey.observe.Observer;
import dev.latchkey.page.Assets;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Preferences;
import dev.latchkey.page.ProgramMail;
import dev.latchkey.page.Section;
import dev.latchkey.page.SectionGuard;
import dev.latchkey.revoke.LeakEndpoint;
import dev.latchkey.storage.ClientProofs;
import dev.latchkey.storage.TokenChecks;
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
 */
public final class Wiring implements AutoCloseable {
    private final Installation installation;
    private final ServerKeys keys;
    private final RateLimits rates;
    private final Observer observer;
    private final Metrics metrics;
    private final TokenChecks checks;
    private final RecentAnswers recentAnswers;
    private final UsageBuffer usage;
    private final Maintenance maintenance;
    private final Gateway gateway;
    private final NewPasswords newPasswords;
    private final Pages pages;
    private final Optional<Mailer> post;
    private final HealthPage.Node node;
    private final Readiness readiness;
    private final Supplier<Proxies> proxies;

    /** Takes over the installation: {@link #close} closes it too. */
    public Wiring(Installation installation) {
        this.installation = installation;
        var stores = installation.stores();
        this.keys = ServerKeys.of(installation);
        this.rates = RateLimits.of(installation);
        this.proxies =
                installation
                        .live()
                        .derive(
                                Settings::trustedProxies,
                                peers -> new Proxies(new ListedPeers(peers)));
        this.observer =
                new Observer(
                        installation.settings().observation(),
                        proxies,
                        Build.read().version(),
                        installation.clock());
        this.metrics = new Metrics(installation.settings().metrics().isPresent());
        this.checks =
                new TokenChecks(installation.database(), installation.limits(), metrics::lookedUp);
        this.recentAnswers = new RecentAnswers(metrics);
        this.usage = new UsageBuffer(stores.operation().usage());
        this.maintenance = new Maintenance(usage);
        this.gateway = new Gateway(installation, keys, rates, usage, metrics);
        var rule = new PasswordRule(CommonPasswords.load());
        this.newPasswords = new NewPasswords(rule, installation.passwords());
        this.pages = new Pages(stores.users().users()::find, () -> installation.settings().brand());
        this.post = post(installation);
        this.node = new HealthPage.Node(Build.read().version(), installation.clock().instant());
        this.readiness =
                new Readiness(
                        stores.operation().health()::isReachable,
                        stores.operation().health()::isSchemaKnown,
                        keys::isFileReadable);
    }

    private static Optional<Mailer> post(Installation installation) {
        var users = installation.stores().users().users();
        return installation
                .settings()
                .mail()
                .map(atStart ->
                        new Outbox(
                                installation
                                        .live()
                                        .derive(to -> to.mail().orElse(atStart), MailDelivery::new),
                                Outbox.RETRY_DELAYS,
                                (message, outcome) ->
                                        users.mailed(message.to(), outcome, installation.now())));
    }

    /** Starts to listen. {@code more} gives the routes that a caller adds to the product's own. */
    public Server serve(Function<PageGuard, List<Route>> more) {
        var settings = installation.settings();
        Routes routes = routes(more);
        keys.open();
        maintenance.begin(installation, keys, rates);
        maintenance.watchAnswers(recentAnswers, installation.clock());
        settings.auditSyslog()
                .map(server ->
                        new SyslogExport(
                                installation.stores().operation().auditExport(),
                                server,
                                settings.data(),
                                hostName()))
                .ifPresent(maintenance::copy);
        maintenance.enforce(
                new TokenPolicy(
                        installation.stores().credentials().policies(), new ProgramMail(post)),
                installation);
        Server server =
                Server.start(
                        settings.listenAt(),
                        new Server.Service(
                                routes,
                                installation.database()::whenCaughtUp,
                                settings.timeouts(),
                                OpenFiles.fit(settings.connections(), OpenFiles.available())));
        new Monitoring(metrics).begin(installation, checks, server.traffic(), observer);
        maintenance.watchCertificate(server);
        return server;
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
        var settings = installation.settings();
        return settings.metrics()
                .map(where ->
                        Server.start(
                                where,
                                new Server.Service(
                                        metricsRoutes(where),
                                        CatchUp.NOT_NEEDED,
                                        settings.timeouts(),
                                        ConnectionLimits.DEFAULT)));
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
                (refusal, language) -> refusal.json(),
                AnswerWatch.NONE);
    }

    public Routes routes(Function<PageGuard, List<Route>> more) {
        PageGuard pageGuard = pageGuard();
        List<Route> ofPrograms = programRoutes();
        var client = new InternalClient(routes(ofPrograms));

        var all = new ArrayList<Route>();
        all.addAll(ofPrograms);
        all.addAll(pageRoutes(pageGuard, client));
        all.addAll(more.apply(pageGuard));
        return routes(all);
    }

    private Routes routes(List<Route> all) {
        return new Routes(
                all,
                new RequestChecks(hosts(), proxies, rates.addresses(), observer.correlations()),
                installation.clock(),
                pages::problem,
                observer.isTiming() ? metrics.and(observer) : metrics);
    }

    private PageGuard pageGuard() {
        var sessions = installation.stores().signIn().sessions();
        var limits = installation.limits();
        var check = new PasswordCheck(sessions, installation.passwords());
        var again = new PasswordAgain(sessions, check, limits, installation.random());
        return new PageGuard(sessions, again, pages, installation.random());
    }

    private List<Route> programRoutes() {
        var database = installation.database();
        var limits = installation.limits();
        var proofs = new ClientProofs(database, limits);
        var settings = installation.settings();
        var metadata =
                new MetadataEndpoint(
                        gateway::resources,
                        settings.publicClients(),
                        settings.rules().deviceFlow(),
                        limits);

        var all = new ArrayList<Route>();
        all.addAll(
                new TokenRoutes(
                                installation,
                                keys,
                                rates,
                                gateway::resources,
                                checks,
                                proofs,
                                usage)
                        .routes());
        all.addAll(
                new LeakEndpoint(
                                installation.stores().grants().leakedSecrets(),
                                new ProgramMail(post),
                                rates.leaks())
                        .routes());
        all.addAll(metadata.routes());
        all.addAll(new HealthEndpoint(readiness).routes());
        if (settings.publicClients().registration()) {
            all.addAll(new RegistrationEndpoint(registered()).routes());
        }
        all.addAll(gateway.routes(checks, proofs));
        if (settings.managementApi()) {
            all.addAll(new ManagementApi(installation, gateway, checks, post).routes());
        }
        return all;
    }

    private RegisteredClients registered() {
        return new RegisteredClients(keys.registrationSeal());
    }

    private List<Route> pageRoutes(PageGuard pageGuard, InternalClient client) {
        var parts = new PageParts(installation, pageGuard, pages, post, client);
        var authorization = new Authorization(parts, keys, gateway::resources, registered());
        var signIn = new SignInPages(parts, newPasswords, keys, rates.unfinishedExternal());
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
        all.add(Assets.route(installation.live().derive(Settings::brand, Assets::new)));
        return all;
    }

    private Hosts hosts() {
        var settings = installation.settings();
        return new Hosts(settings.baseUrl(), settings.tls().isPresent());
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
        post.ifPresent(Mailer::close);
        maintenance.close();
        observer.close();
        installation.close();
    }
}
