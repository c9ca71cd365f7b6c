package dev.latchkey.config;

import dev.latchkey.audit.SyslogServer;
import dev.latchkey.gateway.Rates;
import dev.latchkey.gateway.RouteTable;
import dev.latchkey.http.ClientTimeouts;
import dev.latchkey.http.ConnectionLimits;
import dev.latchkey.http.ListenAt;
import dev.latchkey.http.ListenAt.TlsFiles;
import dev.latchkey.model.AuditLimits;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.PublicClientRules;
import dev.latchkey.model.Rules;
import dev.latchkey.observe.Observation;
import dev.latchkey.page.Brand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the configuration from the file and from environment variables (docs/decisions/0075). Every
 * key must be known and every value valid. All mistakes are reported together; each names its place
 * and its key.
 */
public final class ConfigFile {
    private static final Set<String> KEYS =
            Set.of(
                    "base_url",
                    "listen",
                    "port",
                    "tls",
                    "unix_socket",
                    "metrics_port",
                    "metrics_listen",
                    "trusted_proxies",
                    "gateways",
                    "data",
                    "database",
                    "key_file",
                    "library_directory",
                    "platform_version",
                    "limits",
                    "rules",
                    "waits",
                    "drain_seconds",
                    "database_wait_seconds",
                    "audit",
                    "audit_syslog",
                    "connections",
                    "rates",
                    "scopes",
                    "upstreams",
                    "routes",
                    "resources",
                    "public_clients",
                    "management_api",
                    "mail",
                    "sign_in",
                    "brand",
                    "observe");

    /** An IPv6 address is in square brackets. */
    private static final Pattern ADDRESS_AND_PORT =
            Pattern.compile("\\[?(?<host>[0-9A-Za-z.:-]*[0-9A-Za-z.:])]?:(?<port>[0-9]{1,5})");

    private ConfigFile() {}

    /**
     * The settings without a file: it listens on loopback, uses SQLite in {@code ./data}, and has
     * the catalogue that comes with Latchkey.
     */
    public static Settings defaults() {
        return parse("defaults", "");
    }

    /** The settings of the file alone. */
    public static Settings read(Path file) {
        return load(Optional.of(file), Map.of()).settings();
    }

    /** The settings of the file and of these environment variables, which take precedence. */
    public static Configuration load(Optional<Path> file, Map<String, String> variables) {
        var environment = new Environment(variables);
        return file.isPresent()
                ? configuration(new Document(file.get().toString(), environment), text(file.get()))
                : configuration(new Document("defaults", environment), "");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new ConfigFault(
                    "cannot read " + file + ": it is missing or not readable", unreadable);
        }
    }

    static Settings parse(String file, String text) {
        return configuration(new Document(file, Environment.none()), text).settings();
    }

    private static Configuration configuration(Document document, String text) {
        Yaml file = Yaml.parse(document, text);
        Optional<Settings> settings = document.attempt(() -> settings(file));
        document.complete();
        return new Configuration(settings.orElseThrow(), document.values());
    }

    private static Settings settings(Yaml file) {
        file.only(KEYS);
        boolean hasManagementApi =
                file.attempt(() -> file.isOn("management_api", List.of("on", "off"), false))
                        .orElse(false);
        Catalogue platform =
                file.attempt(() ->
                                ScopeList.read(file.list("scopes").orElseGet(ScopeList::builtIn)))
                        .orElseGet(() -> ScopeList.read(ScopeList.builtIn()));
        Catalogue catalogue =
                hasManagementApi ? platform.with(ScopeList.ofManagementApi()) : platform;
        Optional<Map<String, UpstreamSection.Listed>> upstreams =
                file.attempt(() -> UpstreamSection.upstreams(file));
        var root = new Root(file, hasManagementApi);
        // Routes name scopes and upstreams, so mistakes there would cause misleading ones here.
        boolean canReadRoutes = file.document().isSound();
        RouteTable routes =
                file.attempt(() ->
                                canReadRoutes
                                        ? RouteSection.table(
                                                file, upstreams.orElseThrow(), catalogue)
                                        : new RouteTable(RouteTable.builtIn()))
                        .orElseGet(() -> new RouteTable(RouteTable.builtIn()));
        try {
            return root.settings(catalogue, routes);
        } catch (ConfigFault fault) {
            throw new ConfigFault(fault.findings().stream().map(file::located).toList());
        }
    }

    /** The keys and sections of the file, apart from the route table and what it refers to. */
    private record Root(Yaml file, boolean hasManagementApi) {
        Settings settings(Catalogue catalogue, RouteTable routes) {
            return new Settings(
                    file.text("base_url"),
                    file.text("listen", ListenAt.LOOPBACK),
                    file.number("port", 8080, 0, 65_535),
                    read(root -> root.section("tls").flatMap(ConfigFile::tls), Optional.empty()),
                    file.path("unix_socket"),
                    read(ConfigFile::metrics, Optional.empty()),
                    Set.copyOf(read(root -> root.texts("trusted_proxies"), List.of())),
                    Set.copyOf(read(root -> root.texts("gateways"), List.of())),
                    file.path("data", "data"),
                    file.secret("database"),
                    file.path("key_file"),
                    file.path("library_directory"),
                    file.text("platform_version", "6.2.18"),
                    section("limits", ConfigFile::limits, Limits.DEFAULT),
                    section(
                            "rules",
                            rules -> rules.record(Rules.class, Rules.DEFAULT),
                            Rules.DEFAULT),
                    section(
                            "waits",
                            waits -> waits.record(ClientTimeouts.class, ClientTimeouts.DEFAULT),
                            ClientTimeouts.DEFAULT),
                    restart(file),
                    section(
                            "connections",
                            limits ->
                                    limits.record(ConnectionLimits.class, ConnectionLimits.DEFAULT),
                            ConnectionLimits.DEFAULT),
                    section(
                            "audit",
                            limits -> limits.record(AuditLimits.class, AuditLimits.DEFAULT),
                            AuditLimits.DEFAULT),
                    read(ConfigFile::syslog, Optional.empty()),
                    read(RatesSection::rates, Rates.NONE),
                    catalogue,
                    routes,
                    read(PublicClientSection::read, PublicClientRules.OFF),
                    hasManagementApi,
                    read(MailSection::read, Optional.empty()),
                    read(SignInSection::read, List.of()),
                    read(BrandSection::read, Brand.LATCHKEY),
                    read(ObserveSection::read, Observation.NONE));
        }

        private <T> T read(Function<Yaml, T> reader, T otherwise) {
            return file.attempt(() -> reader.apply(file)).orElse(otherwise);
        }

        private <T> T section(String key, Function<Yaml, T> reader, T otherwise) {
            return file.attempt(() -> reader.apply(file.sectionOrDefaults(key))).orElse(otherwise);
        }
    }

    /** {@code metrics_port} is the short form for loopback. */
    private static Optional<ListenAt> metrics(Yaml file) {
        Optional<Integer> port = file.number("metrics_port", 0, 65_535).map(Math::toIntExact);
        Optional<String> address = file.text("metrics_listen");
        if (port.isPresent() && address.isPresent()) {
            throw file.fault("metrics_listen", "set metrics_port or metrics_listen, not both");
        }
        return address.map(text -> listenAt(file, text))
                .or(() -> port.map(number -> ListenAt.plain(ListenAt.LOOPBACK, number)));
    }

    private static ListenAt listenAt(Yaml file, String text) {
        Matcher parts = ADDRESS_AND_PORT.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group("port")) > 65_535) {
            throw file.fault(
                    "metrics_listen",
                    "metrics_listen must be ADDRESS:PORT with a port from 0 to 65535, not " + text);
        }
        return ListenAt.plain(parts.group("host"), Integer.parseInt(parts.group("port")));
    }

    private static Restart restart(Yaml file) {
        return new Restart(
                file.number("drain_seconds", 0, Restart.MAX_SECONDS).map(Math::toIntExact),
                file.number(
                        "database_wait_seconds", Restart.DATABASE_WAIT, 0, Restart.MAX_SECONDS));
    }

    private static Limits limits(Yaml section) {
        section.only(Stream.of(Limit.values()).map(Limit::key).collect(Collectors.toSet()));
        var set = new EnumMap<Limit, Integer>(Limit.class);
        for (Limit limit : Limit.values()) {
            set.put(
                    limit,
                    section.number(limit.key(), limit.defaultValue(), limit.min(), limit.max()));
        }
        return new Limits(set);
    }

    private static Optional<SyslogServer> syslog(Yaml file) {
        return file.text("audit_syslog")
                .map(address -> {
                    try {
                        return SyslogServer.parse(address);
                    } catch (IllegalArgumentException unusable) {
                        throw file.fault(
                                "audit_syslog",
                                "audit_syslog must be tcp://HOST:PORT or udp://HOST:PORT, not "
                                        + address);
                    }
                });
    }

    private static Optional<TlsFiles> tls(Yaml section) {
        if (section.isAbsent()) {
            return Optional.empty();
        }
        section.only(Set.of("certificate", "key"));
        Optional<Path> certificate = section.readable("certificate");
        Optional<Path> key = section.readable("key");
        for (String each : List.of("certificate", "key")) {
            if (!section.has(each)) {
                throw section.fault(each, "tls needs a " + each + ", the path of a file in PEM");
            }
        }
        return certificate.flatMap(chain -> key.map(secret -> new TlsFiles(chain, secret)));
    }
}
