package dev.latchkey.config;

import dev.latchkey.audit.SyslogServer;
import dev.latchkey.http.ClientTimeouts;
import dev.latchkey.http.ConnectionLimits;
import dev.latchkey.http.ListenAt;
import dev.latchkey.http.ListenAt.TlsFiles;
import dev.latchkey.model.AuditLimits;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the configuration file. Every key must be known and every value valid. An error message
 * names the line.
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

    public static Settings read(Path file) {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (IOException unreadable) {
            throw new ConfigFault(
                    "cannot read " + file + ": it is missing or not readable", unreadable);
        }
    }

    static Settings parse(String file, String text) {
        return settings(Yaml.parse(file, text));
    }

    private static Settings settings(Yaml file) {
        file.only(KEYS);
        boolean hasManagementApi = isOn(file, "management_api");
        Catalogue platform = ScopeList.read(file.list("scopes").orElseGet(ScopeList::builtIn));
        Catalogue catalogue =
                hasManagementApi ? platform.with(ScopeList.ofManagementApi()) : platform;
        return new Settings(
                file.text("base_url"),
                file.text("listen").orElse("127.0.0.1"),
                file.number("port").orElse(8080),
                file.section("tls").map(ConfigFile::tls),
                file.text("unix_socket").map(Path::of),
                metrics(file),
                Set.copyOf(file.texts("trusted_proxies")),
                Set.copyOf(file.texts("gateways")),
                Path.of(file.text("data").orElse("data")),
                file.text("database"),
                file.text("key_file").map(Path::of),
                file.text("platform_version").orElse("6.2.18"),
                file.section("limits").map(ConfigFile::limits).orElse(Limits.DEFAULT),
                file.section("rules").map(ConfigFile::rules).orElse(Rules.DEFAULT),
                file.section("waits").map(ConfigFile::timeouts).orElse(ClientTimeouts.DEFAULT),
                restart(file),
                file.section("connections")
                        .map(ConfigFile::connections)
                        .orElse(ConnectionLimits.DEFAULT),
                file.section("audit").map(ConfigFile::audit).orElse(AuditLimits.DEFAULT),
                file.text("audit_syslog").map(address -> syslog(file, address)),
                RatesSection.rates(file),
                catalogue,
                RouteSection.table(file, catalogue),
                PublicClientSection.read(file),
                hasManagementApi,
                MailSection.read(file),
                SignInSection.read(file),
                BrandSection.read(file),
                ObserveSection.read(file));
    }

    private static boolean isOn(Yaml file, String key) {
        return switch (file.text(key).orElse("off")) {
            case "on" -> true;
            case "off" -> false;
            default -> throw file.fault(key, key + " must be on or off");
        };
    }

    /** {@code metrics_port} is the short form for loopback. */
    private static Optional<ListenAt> metrics(Yaml file) {
        Optional<Integer> port = file.number("metrics_port");
        Optional<String> address = file.text("metrics_listen");
        if (port.isPresent() && address.isPresent()) {
            throw file.fault("metrics_listen", "set metrics_port or metrics_listen, not both");
        }
        return address.map(text -> listenAt(file, text))
                .or(() -> port.map(number -> ListenAt.plain(ListenAt.LOOPBACK, number)));
    }

    private static ListenAt listenAt(Yaml file, String text) {
        Matcher parts = ADDRESS_AND_PORT.matcher(text);
        if (!parts.matches()) {
            throw file.fault("metrics_listen", "metrics_listen must be ADDRESS:PORT, not " + text);
        }
        return ListenAt.plain(parts.group("host"), Integer.parseInt(parts.group("port")));
    }

    private static Restart restart(Yaml file) {
        try {
            return new Restart(
                    file.number("drain_seconds"),
                    file.number("database_wait_seconds").orElse(Restart.DATABASE_WAIT));
        } catch (IllegalArgumentException outOfRange) {
            throw new ConfigFault(String.valueOf(outOfRange.getMessage()), outOfRange);
        }
    }

    private static Limits limits(Yaml section) {
        section.only(Stream.of(Limit.values()).map(Limit::key).collect(Collectors.toSet()));
        var set = new EnumMap<Limit, Integer>(Limit.class);
        for (Limit limit : Limit.values()) {
            section.number(limit.key()).ifPresent(value -> set.put(limit, value));
        }
        try {
            return new Limits(set);
        } catch (IllegalArgumentException outOfRange) {
            throw section.fault(String.valueOf(outOfRange.getMessage()));
        }
    }

    private static AuditLimits audit(Yaml section) {
        return section.record(AuditLimits.class, AuditLimits.DEFAULT);
    }

    private static SyslogServer syslog(Yaml file, String address) {
        try {
            return SyslogServer.parse(address);
        } catch (IllegalArgumentException unusable) {
            throw file.fault(
                    "audit_syslog",
                    "audit_syslog must be tcp://HOST:PORT or udp://HOST:PORT, not " + address);
        }
    }

    private static Rules rules(Yaml section) {
        return section.record(Rules.class, Rules.DEFAULT);
    }

    private static TlsFiles tls(Yaml section) {
        section.only(Set.of("certificate", "key"));
        return new TlsFiles(readable(section, "certificate"), readable(section, "key"));
    }

    private static Path readable(Yaml section, String key) {
        Path file =
                Path.of(section.text(key).orElseThrow(() -> section.fault("tls needs a " + key)));
        if (!Files.isReadable(file)) {
            throw section.fault(key, "cannot read " + file);
        }
        return file;
    }

    private static ConnectionLimits connections(Yaml section) {
        return section.record(ConnectionLimits.class, ConnectionLimits.DEFAULT);
    }

    private static ClientTimeouts timeouts(Yaml section) {
        return section.record(ClientTimeouts.class, ClientTimeouts.DEFAULT);
    }
}
