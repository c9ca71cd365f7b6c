package dev.latchkey;

import dev.latchkey.audit.AuditLog;
import dev.latchkey.authorize.AuthorizeEndpoint;
import dev.latchkey.authorize.ConsentDetail;
import dev.latchkey.authorize.ConsentPage;
import dev.latchkey.authorize.PendingRequests;
import dev.latchkey.config.DerivedKey;
import dev.latchkey.config.KeyFile;
import dev.latchkey.config.KeyFileSeal;
import dev.latchkey.config.Settings;
import dev.latchkey.directory.DirectoryCalls;
import dev.latchkey.directory.HealthPage;
import dev.latchkey.discovery.MetadataEndpoint;
import dev.latchkey.gateway.Admission;
import dev.latchkey.gateway.CallRates;
import dev.latchkey.gateway.CheckEndpoint;
import dev.latchkey.gateway.Forwarding;
import dev.latchkey.gateway.Gateways;
import dev.latchkey.gateway.Identity;
import dev.latchkey.gateway.KeySetEndpoint;
import dev.latchkey.gateway.Keyring;
import dev.latchkey.gateway.OpenInterface;
import dev.latchkey.gateway.RouteTable;
import dev.latchkey.http.AddressGate;
import dev.latchkey.http.CatchUp;
import dev.latchkey.http.ClientDoor;
import dev.latchkey.http.Hosts;
import dev.latchkey.http.ListedPeers;
import dev.latchkey.http.ListenAt;
import dev.latchkey.http.OpenFiles;
import dev.latchkey.http.Proxies;
import dev.latchkey.http.RateLimit;
import dev.latchkey.http.Route;
import dev.latchkey.http.Routes;
import dev.latchkey.http.netty.Server;
import dev.latchkey.introspect.IntrospectEndpoint;
import dev.latchkey.login.CommonPasswords;
import dev.latchkey.login.PasswordAgain;
import dev.latchkey.login.PasswordCheck;
import dev.latchkey.login.Passwords;
import dev.latchkey.mail.Courier;
import dev.latchkey.mail.Outbox;
import dev.latchkey.metrics.Figures;
import dev.latchkey.model.ConnectionLimits;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.PasswordRule;
import dev.latchkey.model.Post;
import dev.latchkey.page.Door;
import dev.latchkey.page.Pages;
import dev.latchkey.revoke.RevokeEndpoint;
import dev.latchkey.storage.Checks;
import dev.latchkey.storage.ClientProofs;
import dev.latchkey.storage.ClientSecrets;
import dev.latchkey.storage.Codes;
import dev.latchkey.storage.Consents;
import dev.latchkey.storage.CredentialLists;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.Directory;
import dev.latchkey.storage.Pairs;
import dev.latchkey.storage.People;
import dev.latchkey.storage.Purge;
import dev.latchkey.storage.Roster;
import dev.latchkey.storage.SecondFactors;
import dev.latchkey.storage.Sessions;
import dev.latchkey.storage.SigningKeys;
import dev.latchkey.storage.StandingGrants;
import dev.latchkey.storage.Trail;
import dev.latchkey.storage.Usage;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.postgres.PostgresDatabase;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import dev.latchkey.token.Exchange;
import dev.latchkey.token.Refresh;
import dev.latchkey.token.TokenEndpoint;
import dev.latchkey.usage.Tally;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Every {@code new} of the program, read from top to bottom; those of the pages stand in {@link
 * WebPages}, and what goes on beside requests in {@link Upkeep}. Only here are the clock and the
 * dice the real ones.
 */
public final class Wiring implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    final Settings settings;
    private final InstantSource clock;
    final RandomGenerator dice;
    final Database database;
    final Pages pages;
    final Passwords passwords;
    final PasswordRule passwordRule;
    final People people;
    final Roster roster;
    final Credentials credentials;
    final CredentialLists credentialLists;
    private final Consents consents;
    private final Pairs pairs;
    private final Codes codes;
    final Sessions sessions;
    final PasswordCheck passwordCheck;
    final PasswordAgain again;
    final SecondFactors secondFactors;
    final Purge purge;
    final Trail trail;
    final AtomicReference<RouteTable> table;
    final AddressGate addresses;
    final RateLimit unfinishedExternal;
    final CallRates callRates;
    final Usage usage;
    final Tally tally;
    final ClientSecrets clientSecrets;
    final StandingGrants standingGrants;
    final SigningKeys signingKeys;
    final KeyFile keyFile;
    final Keyring keyring;
    private final Identity identity;
    final Forwarding forwarding;
    private final Figures figures = new Figures();
    final Optional<Post> post;
    final HealthPage.Node node;
    private final Upkeep upkeep = new Upkeep(this);

    public Wiring(Settings settings, InstantSource clock, RandomGenerator dice, PrintStream log) {
        this.settings = settings;
        this.clock = clock;
        this.dice = dice;
        this.database = open(settings, new AuditLog(log));
        Schema.bringUp(database);
        this.passwords = new Passwords(dice);
        this.passwordRule = new PasswordRule(CommonPasswords.load());
        this.people = new People(database);
        this.roster = new Roster(database, settings.limits());
        this.pages = new Pages(people::find);
        this.post = settings.mail().map(server -> outbox(new Courier(server)));
        this.node = new HealthPage.Node(version(), clock.instant());
        this.credentials = new Credentials(database, settings.limits());
        this.credentialLists = new CredentialLists(database);
        this.consents = new Consents(database, settings.limits());
        this.pairs = new Pairs(database, settings.limits(), settings.rules(), clock);
        this.codes = new Codes(database, pairs, settings.rules());
        this.sessions = new Sessions(database, settings.limits());
        this.passwordCheck = new PasswordCheck(sessions, passwords);
        this.again = new PasswordAgain(sessions, passwordCheck, settings.limits(), dice);
        this.secondFactors = new SecondFactors(database, settings.limits());
        this.purge = new Purge(database, settings.limits(), settings.audit());
        this.table = new AtomicReference<>(settings.routes());
        this.addresses = new AddressGate(settings.rates().address(), clock);
        this.unfinishedExternal =
                new RateLimit("external-sign-in", settings.limits().unfinishedExternal(), clock);
        this.callRates = new CallRates(settings.rates(), clock);
        this.trail = new Trail(database);
        this.usage = new Usage(database);
        this.tally = new Tally(usage);
        this.clientSecrets = new ClientSecrets(database, settings.limits());
        this.standingGrants = new StandingGrants(database, settings.limits());
        this.signingKeys = new SigningKeys(database);
        this.keyFile =
                new KeyFile(
                        settings.keyFile()
                                .orElseGet(() -> settings.data().resolve("latchkey.key")));
        this.keyring =
                new Keyring(
                        signingKeys,
                        new KeyFileSeal(keyFile::read, "signing key", dice),
                        settings.limits());
        this.identity = new Identity(keyring, dice);
        this.forwarding = new Forwarding(identity, figures::upstreamFailed);
    }

    public static Wiring real(Settings settings, PrintStream log) {
        return new Wiring(settings, InstantSource.system(), new SecureRandom(), log);
    }

    /** Listens, with whatever routes a caller adds to the product's own. */
    public Server serve(Function<Door, List<Route>> more) {
        Routes routes = routes(more);
        upkeep.begin();
        Server server =
                Server.start(
                        settings.listenAt(),
                        routes,
                        database::whenCaughtUp,
                        settings.waits(),
                        OpenFiles.fit(settings.connections(), OpenFiles.most()));
        figures.watch(server.traffic());
        figures.watchPasswords(passwords::hashed);
        upkeep.renew(server);
        return server;
    }

    /** For whoever watches this process, where an operator wants it: on loopback alone. */
    public Optional<Server> serveFigures() {
        return settings.metricsPort()
                .map(port ->
                        Server.start(
                                ListenAt.plain(LOOPBACK, port),
                                figureRoutes(),
                                CatchUp.NOT_NEEDED,
                                settings.waits(),
                                ConnectionLimits.DEFAULT));
    }

    private Routes figureRoutes() {
        return new Routes(
                List.of(figures.route()),
                new Hosts(Optional.empty(), false),
                new Proxies(new ListedPeers(Set.of())),
                new AddressGate(Optional.empty(), clock),
                clock,
                (refusal, language) -> refusal.json(),
                (path, status) -> {});
    }

    public Routes routes(Function<Door, List<Route>> more) {
        Checks checks = new Checks(database, settings.limits(), figures::lookedUp);
        Door door = new Door(sessions, again, pages, dice);
        var proofs = new ClientProofs(database, settings.limits());
        ClientDoor clients = new ClientDoor(proofs::judge, tally);
        var requestSeal =
                new KeyFileSeal(new DerivedKey(keyFile, "authorization requests"), "request", dice);
        var pending = new PendingRequests(requestSeal, settings.limits(), dice);
        AuthorizeEndpoint authorize = new AuthorizeEndpoint(credentials, pending, pages);
        var consentDetail =
                new ConsentDetail(
                        credentials, consents, people, settings.catalogue(), settings.limits());
        ConsentPage consent = new ConsentPage(authorize, consents, consentDetail, dice);
        TokenEndpoint token =
                new TokenEndpoint(
                        clients, new Exchange(codes, dice), new Refresh(credentials, pairs, dice));
        DirectoryCalls directory = new DirectoryCalls(new Directory(database), people, credentials);
        var admission = new Admission(checks, table::get, callRates, tally, clock);
        var openInterface = new OpenInterface(admission, directory::answer, forwarding);

        var all = new ArrayList<Route>();
        all.addAll(authorize.routes(door));
        all.addAll(consent.routes(door));
        all.addAll(token.routes());
        all.addAll(new IntrospectEndpoint(checks, clients, tally).routes());
        all.addAll(new RevokeEndpoint(clients, pairs).routes());
        all.addAll(new MetadataEndpoint().routes());
        all.addAll(new KeySetEndpoint(keyring).routes());
        all.addAll(openInterface.routes());
        var gateways = new Gateways(new ListedPeers(settings.gateways()), proofs::judge, tally);
        all.addAll(new CheckEndpoint(admission, gateways, identity).routes());
        all.addAll(new WebPages(this).routes(door, authorize::destination));
        all.addAll(more.apply(door));
        return new Routes(
                all,
                hosts(),
                new Proxies(new ListedPeers(settings.trustedProxies())),
                addresses,
                clock,
                pages::problem,
                figures::answered);
    }

    public Settings settings() {
        return settings;
    }

    /** The published address, where the server listens at this port. */
    public String baseUrl(int port) {
        return hosts().baseUrl(port);
    }

    private Hosts hosts() {
        return new Hosts(settings.baseUrl(), settings.tls().isPresent());
    }

    /** From the next call on; those under way keep the row they met. */
    public void putInForce(RouteTable chosen) {
        table.set(chosen);
    }

    public RandomGenerator dice() {
        return dice;
    }

    public People people() {
        return people;
    }

    public SecondFactors secondFactors() {
        return secondFactors;
    }

    public Roster roster() {
        return roster;
    }

    public Credentials credentials() {
        return credentials;
    }

    public CredentialLists credentialLists() {
        return credentialLists;
    }

    public Consents consents() {
        return consents;
    }

    public Codes codes() {
        return codes;
    }

    public Purge purge() {
        return purge;
    }

    public ClientSecrets clientSecrets() {
        return clientSecrets;
    }

    public StandingGrants standingGrants() {
        return standingGrants;
    }

    public Usage usage() {
        return usage;
    }

    public Tally tally() {
        return tally;
    }

    public Keyring keyring() {
        return keyring;
    }

    public Identity identity() {
        return identity;
    }

    public Passwords passwords() {
        return passwords;
    }

    public Pages pages() {
        return pages;
    }

    /** What an act at the machine itself leaves in the trail. */
    public Occasion here() {
        return new Occasion(clock.instant(), "console");
    }

    @Override
    public void close() {
        post.ifPresent(Post::close);
        upkeep.close();
        database.close();
    }

    private Post outbox(Courier courier) {
        return new Outbox(
                courier,
                Outbox.WAITS,
                (letter, outcome) -> people.mailed(letter.to(), outcome, here()));
    }

    private static String version() {
        return Optional.ofNullable(Wiring.class.getPackage().getImplementationVersion())
                .orElse("(unpacked)");
    }

    private static Database open(Settings settings, AuditLog log) {
        return settings.database().isPresent()
                ? PostgresDatabase.open(settings.database().get(), log)
                : SqliteDatabase.open(
                        settings.data().resolve("latchkey.db"),
                        settings.limits().storageMegabytes(),
                        log);
    }
}
