package dev.latchkey.app.config;

import dev.latchkey.audit.SyslogServer;
import dev.latchkey.console.asset.Brand;
import dev.latchkey.edge.gateway.Rates;
import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.ListenAt.TlsFiles;
import dev.latchkey.edge.observe.Observation;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Rate;
import dev.latchkey.model.Rules;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.call.CallLimits;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Makes the settings of the values of the file. A mistake in one part does not hide another. */
final class SettingsReader {
  private static final Path STANDARD_OUTPUT = Path.of("stdout");

  private SettingsReader() {}

  static Optional<Settings> settings(SectionValues file) {
    Optional<Listening> listening = file.checked(() -> listening(file));
    Optional<TrustedSources> peers = file.checked(() -> peers(file));
    Optional<StoreSettings> store = file.checked(() -> store(file));
    Optional<Limits> limits = file.checked(() -> limits(file.get(Keys.LIMITS)));
    Optional<Rules> rules = file.checked(() -> rules(file.get(Keys.RULES)));
    Optional<Connections> connections = file.checked(() -> connections(file));
    Optional<Platform> platform = file.checked(() -> PlatformSections.read(file));
    Optional<ExternalServices> services = file.checked(() -> ServicesSections.read(file));
    Optional<Brand> brand = file.checked(() -> brand(file));
    Optional<Recording> recording = file.checked(() -> recording(file));
    return file.attempt(() ->
        new Settings(
            sound(listening),
            sound(peers),
            sound(store),
            sound(limits),
            sound(rules),
            sound(connections),
            sound(platform),
            sound(services),
            sound(brand),
            sound(recording)));
  }

  private static <T> T sound(Optional<T> part) {
    return part.orElseThrow(Document.Unsound::new);
  }

  private static Listening listening(SectionValues file) {
    Optional<TlsFiles> tls =
        file.get(Keys.TLS)
            .map(section ->
                new TlsFiles(section.get(Keys.CERTIFICATE), section.get(Keys.PRIVATE_KEY)));
    var at =
        new ListenAt(file.get(Keys.LISTEN), file.get(Keys.PORT), tls, file.get(Keys.UNIX_SOCKET));
    return new Listening(file.get(Keys.BASE_URL), at, metrics(file));
  }

  /** {@code metrics_port} is the short form for loopback. */
  private static Optional<ListenAt> metrics(SectionValues file) {
    if (file.has(Keys.METRICS_PORT) && file.has(Keys.METRICS_LISTEN)) {
      throw file.fault(Keys.METRICS_LISTEN, "set metrics_port or metrics_listen, not both");
    }
    return file.get(Keys.METRICS_LISTEN)
        .or(() -> file.get(Keys.METRICS_PORT).map(port -> ListenAt.plain(ListenAt.LOOPBACK, port)));
  }

  private static TrustedSources peers(SectionValues file) {
    return new TrustedSources(
        Set.copyOf(file.get(Keys.TRUSTED_PROXIES)), Set.copyOf(file.get(Keys.GATEWAYS)));
  }

  private static StoreSettings store(SectionValues file) {
    return new StoreSettings(
        file.get(Keys.DATA),
        file.get(Keys.DATABASE),
        file.get(Keys.DATABASE_WAIT_SECONDS),
        file.get(Keys.KEY_FILE),
        file.get(Keys.LIBRARY_DIRECTORY));
  }

  private static Limits limits(SectionValues section) {
    var set = new EnumMap<Limit, Integer>(Limit.class);
    for (Limit limit : Limit.values()) {
      set.put(limit, section.get(limit.setting()));
    }
    return new Limits(set);
  }

  private static Rules rules(SectionValues section) {
    return new Rules(
        section.get(Keys.SPENT_CODE),
        section.get(Keys.ROTATED_TOKEN),
        section.get(Keys.SECOND_FACTOR),
        section.get(Keys.DEVICE_FLOW));
  }

  private static Connections connections(SectionValues file) {
    return new Connections(
        timeouts(file.get(Keys.WAITS)),
        connectionLimits(file.get(Keys.CONNECTIONS)),
        rates(file),
        file.get(Keys.DRAIN_SECONDS));
  }

  private static ClientTimeouts timeouts(SectionValues section) {
    return new ClientTimeouts(
        section.get(ClientTimeouts.HEAD_SECONDS),
        section.get(ClientTimeouts.STALL_SECONDS),
        section.get(ClientTimeouts.BYTES_PER_SECOND),
        section.get(ClientTimeouts.IDLE_SECONDS),
        section.get(ClientTimeouts.STOP_SECONDS));
  }

  private static ConnectionLimits connectionLimits(SectionValues section) {
    return new ConnectionLimits(
        section.get(ConnectionLimits.TOTAL),
        section.get(ConnectionLimits.BY_ADDRESS),
        section.get(ConnectionLimits.MEMORY_MEGABYTES),
        section.get(ConnectionLimits.PIPELINED));
  }

  private static Rates rates(SectionValues file) {
    Function<Keys.RateRows, Optional<Rate>> rate =
        rows ->
            file.get(Keys.RATES)
                .flatMap(section -> section.get(rows.section()))
                .map(values ->
                    new Rate(
                        values.get(rows.perMinute()),
                        values.get(rows.burst()).orElseGet(() -> values.get(rows.perMinute()))));
    return new Rates(
        rate.apply(Keys.ADDRESS_RATE),
        rate.apply(Keys.TOKEN_RATE),
        rate.apply(Keys.CREDENTIAL_RATE));
  }

  private static Recording recording(SectionValues file) {
    SectionValues audit = file.get(Keys.AUDIT);
    SectionValues calls = file.get(GatewayKeys.REQUEST_LOG);
    return new Recording(
        new AuditLimits(audit.get(AuditLimits.DAYS), audit.get(AuditLimits.ROWS)),
        new CallLimits(
            calls.get(CallLimits.CALLS),
            calls.get(CallLimits.DAYS),
            calls.get(CallLimits.MEGABYTES)),
        syslog(file),
        file.get(Keys.OBSERVE).map(SettingsReader::observation).orElse(Observation.IDS));
  }

  private static Optional<SyslogServer> syslog(SectionValues file) {
    Optional<Path> certificate = file.get(GatewayKeys.AUDIT_SYSLOG_CERTIFICATE);
    Optional<SyslogServer> server = file.get(GatewayKeys.AUDIT_SYSLOG);
    boolean isEncrypted =
        server.filter(to -> to.transport() == SyslogServer.Transport.TLS).isPresent();
    if (certificate.isPresent() && !isEncrypted) {
      throw file.fault(
          GatewayKeys.AUDIT_SYSLOG_CERTIFICATE,
          "audit_syslog_certificate needs audit_syslog: tls://…");
    }
    return certificate.isPresent() ? server.map(to -> to.trusting(certificate.get())) : server;
  }

  private static Observation observation(SectionValues section) {
    if (section.has(Keys.TRACES_SHARE) && !section.has(Keys.TRACES)) {
      throw section.fault(Keys.TRACES_SHARE, "traces_share needs traces");
    }
    double share = section.get(Keys.TRACES_SHARE).orElse(1.0);
    return new Observation(
        section.get(Keys.REQUEST_IDS),
        section.get(Keys.ACCESS_LOG).map(SettingsReader::target),
        section.get(Keys.TRACES).map(endpoint -> new Observation.Traces(endpoint, share)));
  }

  private static Observation.AccessLogTarget target(Path path) {
    return path.equals(STANDARD_OUTPUT)
        ? new Observation.AccessLogTarget.StandardOutput()
        : new Observation.AccessLogTarget.LogFile(path);
  }

  private static Brand brand(SectionValues file) {
    return file.get(PeopleKeys.BRAND)
        .map(section ->
            new Brand(
                section.get(PeopleKeys.BRAND_NAME), section.get(PeopleKeys.LOGO), colours(section)))
        .orElse(Brand.LATCHKEY);
  }

  private static Optional<Brand.Colours> colours(SectionValues section) {
    if (section.has(PeopleKeys.DARK) && !section.has(PeopleKeys.LIGHT)) {
      throw section.fault(PeopleKeys.DARK, "colour_dark needs colour");
    }
    return section
        .get(PeopleKeys.LIGHT)
        .map(light -> new Brand.Colours(light, section.get(PeopleKeys.DARK).orElse(light)));
  }
}
