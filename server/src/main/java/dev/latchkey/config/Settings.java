package dev.latchkey.config;

import dev.latchkey.audit.SyslogServer;
import dev.latchkey.gateway.Rates;
import dev.latchkey.gateway.RouteTable;
import dev.latchkey.http.ClientTimeouts;
import dev.latchkey.http.ConnectionLimits;
import dev.latchkey.http.ListedPeers;
import dev.latchkey.http.ListenAt;
import dev.latchkey.http.ListenAt.TlsFiles;
import dev.latchkey.login.IdentityProvider;
import dev.latchkey.mail.MailServer;
import dev.latchkey.model.AuditLimits;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Limits;
import dev.latchkey.model.PlatformVersion;
import dev.latchkey.model.PublicClientRules;
import dev.latchkey.model.Rules;
import dev.latchkey.observe.Observation;
import dev.latchkey.page.Brand;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * All settings of an operator in one value. They are complete and checked before anything starts.
 */
public record Settings(
        Optional<String> baseUrl,
        String listen,
        int port,
        Optional<TlsFiles> tls,
        Optional<Path> unixSocket,
        Optional<ListenAt> metrics,
        Set<String> trustedProxies,
        Set<String> gateways,
        Path data,
        Optional<String> database,
        Optional<Path> keyFile,
        Optional<Path> libraryDirectory,
        String platformVersion,
        Limits limits,
        Rules rules,
        ClientTimeouts timeouts,
        Restart restart,
        ConnectionLimits connections,
        AuditLimits audit,
        Optional<SyslogServer> auditSyslog,
        Rates rates,
        Catalogue catalogue,
        RouteTable routes,
        PublicClientRules publicClients,
        boolean managementApi,
        Optional<MailServer> mail,
        List<IdentityProvider> providers,
        Brand brand,
        Observation observation) {

    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    public Settings {
        var mistakes = new ArrayList<Finding>();
        mistake(mistakes, "port", flawOfPort(port));
        metrics.ifPresent(at -> mistake(mistakes, "metrics_listen", flawOfPort(at.port())));
        mistake(mistakes, "database", database.flatMap(Settings::flawOfDatabase));
        if (!PlatformVersion.isVersion(platformVersion)) {
            mistake(
                    mistakes,
                    "platform_version",
                    Optional.of(
                            "must be numbers with dots, such as 6.2.18, not " + platformVersion));
        }
        mistake(mistakes, "base_url", baseUrl.flatMap(Settings::flawOfBaseUrl));
        trustedProxies.forEach(
                address -> mistake(mistakes, "trusted_proxies", flawOfPeer(address)));
        gateways.forEach(address -> mistake(mistakes, "gateways", flawOfPeer(address)));
        if (mistakes.isEmpty()) {
            boolean isSecure = baseUrl.map(url -> url.startsWith("https:")).orElse(tls.isPresent());
            mistake(mistakes, "listen", flawOfListen(listen, isSecure));
            mistake(
                    mistakes,
                    "base_url",
                    Optional.of("must be an https address, because tls is set")
                            .filter(why -> tls.isPresent() && !isSecure));
        }
        if (!mistakes.isEmpty()) {
            throw new ConfigFault(mistakes);
        }
    }

    private static void mistake(List<Finding> mistakes, String key, Optional<String> flaw) {
        flaw.ifPresent(what -> mistakes.add(new Finding("", key, what)));
    }

    /** Whether only this machine can reach the server. */
    public boolean isOnLoopback() {
        return flawOfListen(listen, false).isEmpty();
    }

    public ListenAt listenAt() {
        return new ListenAt(listen, port, tls, unixSocket);
    }

    /** How long the process still serves after it was asked to stop. */
    public Duration drain() {
        return restart.drain(database.isPresent());
    }

    /** Whether the operator has configured any routes. */
    public boolean hasOwnRoutes() {
        return routes.routes().size() > RouteTable.builtIn().size();
    }

    /** A copy of these settings with some changes. The copy is checked again. */
    public Settings with(Consumer<Change> change) {
        var changed = new Change(this);
        change.accept(changed);
        return changed.settings();
    }

    private static Optional<String> flawOfPort(int port) {
        return port < 0 || port > 65_535
                ? Optional.of("must be from 0 to 65535, not " + port)
                : Optional.empty();
    }

    /** The address can contain a password, so it is not repeated. */
    private static Optional<String> flawOfDatabase(String address) {
        return address.startsWith("jdbc:postgresql:")
                ? Optional.empty()
                : Optional.of("must be an address jdbc:postgresql://HOST/NAME?user=…&password=…");
    }

    private static Optional<String> flawOfPeer(String address) {
        return Yaml.refusal(() -> new ListedPeers(Set.of(address)))
                .map(why ->
                        "must be IP addresses or networks such as 10.0.0.0/8, not names: "
                                + address);
    }

    private static Optional<String> flawOfBaseUrl(String text) {
        return isBaseUrl(text)
                ? Optional.empty()
                : Optional.of(
                        "must be https://HOST[:PORT], or http:// on loopback, without path or"
                                + " query, not "
                                + text);
    }

    private static boolean isBaseUrl(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException notAnAddress) {
            return false;
        }
        boolean isPlain = text.startsWith("http://") && LOOPBACK_NAMES.contains(uri.getHost());
        return (text.startsWith("https://") || isPlain)
                && uri.getHost() != null
                && uri.getRawUserInfo() == null
                && uri.getRawPath().isEmpty()
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
    }

    private static Optional<String> flawOfListen(String host, boolean isSecure) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress() || isSecure
                    ? Optional.empty()
                    : Optional.of(
                            host
                                    + " is not loopback: plain http is served on loopback only."
                                    + " Set tls, or set base_url to the https address of your proxy and let only the proxy reach this port");
        } catch (UnknownHostException unknown) {
            return Optional.of("must be an address of this machine, not " + host);
        }
    }

    /**
     * Settings that are being changed. It must not be used after {@link Settings#with} has
     * returned.
     */
    public static final class Change {
        public Optional<String> baseUrl;
        public String listen;
        public int port;
        public Optional<TlsFiles> tls;
        public Optional<Path> unixSocket;
        public Optional<ListenAt> metrics;
        public Set<String> trustedProxies;
        public Set<String> gateways;
        public Path data;
        public Optional<String> database;
        public Optional<Path> keyFile;
        public Optional<Path> libraryDirectory;
        public String platformVersion;
        public Limits limits;
        public Rules rules;
        public ClientTimeouts timeouts;
        public Restart restart;
        public ConnectionLimits connections;
        public AuditLimits audit;
        public Optional<SyslogServer> auditSyslog;
        public Rates rates;
        public Catalogue catalogue;
        public RouteTable routes;
        public PublicClientRules publicClients;
        public boolean managementApi;
        public Optional<MailServer> mail;
        public List<IdentityProvider> providers;
        public Brand brand;
        public Observation observation;

        private Change(Settings from) {
            baseUrl = from.baseUrl;
            listen = from.listen;
            port = from.port;
            tls = from.tls;
            unixSocket = from.unixSocket;
            metrics = from.metrics;
            trustedProxies = from.trustedProxies;
            gateways = from.gateways;
            data = from.data;
            database = from.database;
            keyFile = from.keyFile;
            libraryDirectory = from.libraryDirectory;
            platformVersion = from.platformVersion;
            limits = from.limits;
            rules = from.rules;
            timeouts = from.timeouts;
            restart = from.restart;
            connections = from.connections;
            audit = from.audit;
            auditSyslog = from.auditSyslog;
            rates = from.rates;
            catalogue = from.catalogue;
            routes = from.routes;
            publicClients = from.publicClients;
            managementApi = from.managementApi;
            mail = from.mail;
            providers = from.providers;
            brand = from.brand;
            observation = from.observation;
        }

        private Settings settings() {
            return new Settings(
                    baseUrl,
                    listen,
                    port,
                    tls,
                    unixSocket,
                    metrics,
                    trustedProxies,
                    gateways,
                    data,
                    database,
                    keyFile,
                    libraryDirectory,
                    platformVersion,
                    limits,
                    rules,
                    timeouts,
                    restart,
                    connections,
                    audit,
                    auditSyslog,
                    rates,
                    catalogue,
                    routes,
                    publicClients,
                    managementApi,
                    mail,
                    providers,
                    brand,
                    observation);
        }
    }
}
