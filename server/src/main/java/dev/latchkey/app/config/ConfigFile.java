package dev.latchkey.app.config;

import dev.latchkey.audit.SyslogServer;
import dev.latchkey.console.page.Brand;
import dev.latchkey.edge.gateway.Rates;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.mail.MailServer;
import dev.latchkey.model.AuditLimits;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.PlatformVersion;
import dev.latchkey.model.PublicClientRules;
import dev.latchkey.model.Rules;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the configuration from the file and from environment variables. Every key must be known and
 * every value valid. All mistakes are reported together; each names its place and its key.
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

  private ConfigFile() {}

  /**
   * The settings without a file: it listens on loopback, uses SQLite in {@code ./data}, and has the
   * catalogue that comes with Latchkey.
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
    if (Files.isDirectory(file)) {
      throw new ConfigFault("cannot read " + file + ": it is a directory, not a file");
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException otherEncoding) {
      throw new ConfigFault("cannot read " + file + ": it is not text in UTF-8", otherEncoding);
    } catch (IOException unreadable) {
      throw new ConfigFault("cannot read " + file + ": it is missing or not readable", unreadable);
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
    Optional<Platform> platform = part(file, ConfigFile::platform);
    Optional<Listening> listening = part(file, ListeningKeys::read);
    Optional<TrustedSources> peers = part(file, ConfigFile::peers);
    Optional<StoreSettings> store = part(file, ConfigFile::store);
    Optional<Limits> limits = section(file, "limits", ConfigFile::limits);
    Optional<Rules> rules = record(file, "rules", Rules.DEFAULT);
    Optional<Connections> connections = part(file, ConfigFile::connections);
    Optional<ExternalServices> outside = part(file, ConfigFile::outside);
    Optional<Brand> brand = part(file, BrandSection::read);
    Optional<Recording> recording = part(file, ConfigFile::recording);
    if (!file.document().isSound()) {
      throw new Document.Unsound();
    }
    return new Settings(
        listening.orElseThrow(),
        peers.orElseThrow(),
        store.orElseThrow(),
        limits.orElseThrow(),
        rules.orElseThrow(),
        connections.orElseThrow(),
        platform.orElseThrow(),
        outside.orElseThrow(),
        brand.orElseThrow(),
        recording.orElseThrow());
  }

  /** A part of the settings. Its own check names keys, which get their places here. */
  private static <T> Optional<T> part(Yaml file, Function<Yaml, T> reader) {
    return file.attempt(() -> {
      try {
        return reader.apply(file);
      } catch (ConfigFault fault) {
        throw new ConfigFault(fault.findings().stream().map(file::located).toList());
      }
    });
  }

  /** A section all of whose keys have defaults. */
  private static <T> Optional<T> section(Yaml file, String key, Function<Yaml, T> reader) {
    return file.attempt(() -> reader.apply(file.sectionOrDefaults(key)));
  }

  private static <R extends Record> Optional<R> record(Yaml file, String key, R defaults) {
    return section(file, key, found -> new RecordSection<>(defaults).read(found));
  }

  private static Platform platform(Yaml file) {
    boolean hasManagementApi = file.isOn("management_api", List.of("on", "off"), false);
    Optional<Catalogue> listed =
        file.attempt(() -> ScopeList.read(file.list("scopes").orElseGet(ScopeList::builtIn)));
    Catalogue scopes = listed.orElseGet(() -> ScopeList.read(ScopeList.builtIn()));
    Catalogue catalogue = hasManagementApi ? scopes.with(ScopeList.ofManagementApi()) : scopes;
    Optional<Map<String, UpstreamSection.Listed>> upstreams =
        file.attempt(() -> UpstreamSection.upstreams(file));
    String version = file.text("platform_version", "6.2.18");
    Optional<PublicClientRules> publicClients = file.attempt(() -> PublicClientSection.read(file));
    // Routes name scopes and upstreams, so mistakes there would cause misleading ones here.
    boolean canReadRoutes = file.document().isSound();
    Optional<RouteTable> routes =
        canReadRoutes
            ? file.attempt(() -> RouteSection.table(file, upstreams.orElseThrow(), catalogue))
            : Optional.empty();
    return new Platform(
        new PlatformVersion(version),
        catalogue,
        routes.orElseGet(() -> new RouteTable(RouteTable.builtIn())),
        publicClients.orElse(PublicClientRules.OFF),
        hasManagementApi);
  }

  private static TrustedSources peers(Yaml file) {
    Optional<List<String>> proxies = file.attempt(() -> file.texts("trusted_proxies"));
    Optional<List<String>> gateways = file.attempt(() -> file.texts("gateways"));
    return new TrustedSources(
        Set.copyOf(proxies.orElse(List.of())), Set.copyOf(gateways.orElse(List.of())));
  }

  private static StoreSettings store(Yaml file) {
    return new StoreSettings(
        file.path("data", "data"),
        file.secret("database"),
        file.number(
            "database_wait_seconds", StoreSettings.DATABASE_WAIT, 0, StoreSettings.MAX_WAIT),
        file.path("key_file"),
        file.path("library_directory"));
  }

  private static Connections connections(Yaml file) {
    Optional<ClientTimeouts> waits = record(file, "waits", ClientTimeouts.DEFAULT);
    Optional<ConnectionLimits> limits = record(file, "connections", ConnectionLimits.DEFAULT);
    Optional<Rates> rates = file.attempt(() -> RatesSection.rates(file));
    Optional<Integer> drain =
        file.number("drain_seconds", 0, Connections.MAX_DRAIN).map(Math::toIntExact);
    return new Connections(
        waits.orElse(ClientTimeouts.DEFAULT),
        limits.orElse(ConnectionLimits.DEFAULT),
        rates.orElse(Rates.NONE),
        drain);
  }

  private static ExternalServices outside(Yaml file) {
    Optional<Optional<MailServer>> mail = file.attempt(() -> MailSection.read(file));
    return new ExternalServices(SignInSection.read(file), mail.orElse(Optional.empty()));
  }

  private static Recording recording(Yaml file) {
    Optional<AuditLimits> audit = record(file, "audit", AuditLimits.DEFAULT);
    Optional<Optional<SyslogServer>> syslog = file.attempt(() -> syslog(file));
    return new Recording(
        audit.orElse(AuditLimits.DEFAULT),
        syslog.orElse(Optional.empty()),
        ObserveSection.read(file));
  }

  private static Limits limits(Yaml section) {
    section.only(Stream.of(Limit.values()).map(Limit::key).collect(Collectors.toSet()));
    var set = new EnumMap<Limit, Integer>(Limit.class);
    for (Limit limit : Limit.values()) {
      set.put(limit, section.number(limit.key(), limit.defaultValue(), limit.min(), limit.max()));
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
                "audit_syslog must be tcp://HOST:PORT or udp://HOST:PORT, not " + address);
          }
        });
  }
}
