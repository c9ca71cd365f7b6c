package dev.latchkey.app.config;

import static dev.latchkey.app.config.Type.FILE;
import static dev.latchkey.app.config.Type.TEXT;

import dev.latchkey.audit.SyslogServer;
import dev.latchkey.console.reference.ApiDocument;
import dev.latchkey.console.reference.ApiDocumentReader;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.Language;
import dev.latchkey.model.NumberSetting;
import dev.latchkey.model.NumberSetting.Means;
import dev.latchkey.model.NumberSetting.Without;
import dev.latchkey.model.call.CallLimits;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The keys of the services behind the gateway, of routes, resources and scopes. */
final class GatewayKeys {
  static final SectionKey<SectionValues> FILE = SectionKey.file();

  private GatewayKeys() {}

  @Means("[Request log](#request-log)")
  @Without("those of its keys")
  static final SectionKey<SectionValues> REQUEST_LOG = FILE.defaults("request_log");

  static {
    REQUEST_LOG.numbers(CallLimits.CALLS, CallLimits.DAYS, CallLimits.MEGABYTES);
  }

  @Means(
      "A syslog server that gets a copy of the [audit log](../operate/watch.md#log-and-audit-log). Set it on one node.")
  @Without("none: no copy")
  static final Key<Optional<SyslogServer>> AUDIT_SYSLOG =
      FILE.optional(
          "audit_syslog",
          Type.of("tls://HOST:PORT, tcp://HOST:PORT or udp://HOST:PORT", SyslogServer::parse));

  @Means("the certificate with which that of `audit_syslog` is checked")
  @Without("those that the JDK trusts")
  static final Key<Optional<Path>> AUDIT_SYSLOG_CERTIFICATE =
      FILE.optional("audit_syslog_certificate", Type.FILE);

  @Means("The services behind the gateway: [the route table](routes.md#the-route-table).")
  static final SectionKey<Map<String, SectionValues>> UPSTREAMS =
      FILE.named("upstreams", ".*", "any name");

  @Means(
      "one or more, without path (for a path there is `add_prefix`). The JDK must trust the certificate of an https address, for that host")
  static final Key<List<URI>> ADDRESSES =
      UPSTREAMS.requiredList(
          "addresses",
          Type.found("http://HOST:PORT or https://HOST:PORT and no more", GatewayKeys::origin));

  @Means(
      "connections at the same time, at least twice the number of processors. See [when all are in use](routes.md#when-all-connections-to-a-service-are-in-use)")
  static final Key<Integer> UPSTREAM_CONNECTIONS =
      UPSTREAMS.number(new NumberSetting("connections", 256, 1, 100_000));

  @Means(
      "how long an address may take to accept a connection, and as long again for TLS; how long a call may wait for a free connection")
  static final Key<Integer> CONNECT_TIMEOUT_MILLIS =
      UPSTREAMS.number(new NumberSetting("connect_timeout_millis", 2_000, 1, 60_000));

  @Means(
      "how long the service may stall in the middle of an answer, or not read a body; how long a WebSocket may be silent")
  static final Key<Integer> IDLE_TIMEOUT_SECONDS =
      UPSTREAMS.number(new NumberSetting("idle_timeout_seconds", 60, 1, 3_600));

  static final PrefixRows UPSTREAM_PREFIX = PrefixRows.in(UPSTREAMS);

  private static final Type<LocalDate> DAY =
      Type.found("a day such as 2027-05-01", GatewayKeys::day);

  private static Optional<LocalDate> day(String text) {
    try {
      return Optional.of(LocalDate.parse(text));
    } catch (DateTimeParseException none) {
      return Optional.empty();
    }
  }

  @Means("Which call goes to which service: [the route table](routes.md#the-route-table).")
  static final SectionKey<List<SectionValues>> ROUTES = FILE.entries("routes");

  @Means("`HEAD` comes with `GET`")
  static final Key<List<String>> METHODS =
      ROUTES.requiredList("methods", Type.words(RouteSection.METHODS));

  @Means(
      "below `/openapi/v2`, and written without it. `{name}` matches any one segment, a final `**` any number of them, also none")
  static final Key<PathPattern> ROUTE_PATH = ROUTES.required("path", RoutePath.TYPE);

  @Means("a call needs all of them")
  static final Key<List<String>> ROUTE_SCOPES = ROUTES.requiredList("scopes", Type.SCOPE);

  @Means("the service")
  static final Key<String> UPSTREAM =
      ROUTES.required("upstream", TEXT.called("the name of one in the section upstreams"));

  @Means("from the end of the call to the head of its answer")
  @Without("the upstream's `idle_timeout_seconds`")
  static final Key<Optional<Integer>> TIMEOUT_SECONDS =
      ROUTES.optional("timeout_seconds", Type.number(new NumberSetting("", 0, 1, 86_400)));

  @Means("a longer body is answered with 413")
  @Without("no limit")
  static final Key<Optional<Long>> BODY_LIMIT_BYTES =
      ROUTES.optional("body_limit_bytes", Type.number(0, 1L << 40));

  @Means("calls with one token; see [rates](#request-rates)")
  @Without("no limit")
  static final Key<Optional<Integer>> CALLS_PER_MINUTE =
      ROUTES.optional("calls_per_minute", Type.number(new NumberSetting("", 0, 1, 1_000_000)));

  @Means(
      "segments of `path` whose values are left out of the [request log](../operate/watch.md#the-request-log), such as `{user_id}` or `**`")
  @Without("the path is logged as it was sent")
  static final Key<List<String>> MASKED =
      ROUTES.list(
          "masked",
          Type.matching("\\*\\*|\\{[a-z][a-z0-9_]*}", "segments such as {user_id}, or **"));

  @Means(
      "the day from which on the calls should not be made any more: [deprecated routes](routes.md#deprecated-routes)")
  static final Key<Optional<LocalDate>> DEPRECATED = ROUTES.optional("deprecated", DAY);

  @Means("the day on which the calls end. Latchkey says so and ends nothing")
  static final Key<Optional<LocalDate>> SUNSET = ROUTES.optional("sunset", DAY);

  @Means("a page about it, for the owners of the apps that call it")
  static final Key<Optional<URI>> DEPRECATION_LINK =
      ROUTES.optional(
          "deprecation_link",
          Type.found("an address such as https://docs.example.com/v3", GatewayKeys::page));

  static final PrefixRows ROUTE_PREFIX = PrefixRows.in(ROUTES);

  @Means(
      "Parts of the route table for which apps can request tokens: [resources](routes.md#resources).")
  static final SectionKey<List<SectionValues>> RESOURCES = FILE.entries("resources");

  @Means(
      "below `/openapi/v2`, and written without it. The calls at this path and below it belong to the resource. No resource is a part of another")
  static final Key<String> RESOURCE_PATH =
      RESOURCES.required(
          "path",
          Type.matching(
              "(?!.*\\.\\.)(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+",
              "a path such as /projects: / before each segment, and letters, digits, dots, - and _ in them"));

  @Means("`resource_name` of the metadata")
  static final Key<Optional<String>> RESOURCE_NAME = RESOURCES.optional("name", TEXT);

  @Means(
      "`scopes_supported` of the metadata. A client may ask for all of them, so leave out those that few need")
  @Without("those that its calls need")
  static final Key<List<String>> RESOURCE_SCOPES = RESOURCES.list("scopes", Type.SCOPE);

  @Means(
      "An OpenAPI 3 document about your services, in YAML or JSON. The API reference shows what it says of their calls: see [what the reference shows](routes.md#what-the-api-reference-shows).")
  @Without("none: the API reference shows the rows of the route table")
  static final Key<Optional<ApiDocument>> OPENAPI =
      FILE.optional("openapi", Type.explained(Type.FILE.onPage(), GatewayKeys::described));

  private static Optional<URI> page(String text) {
    return text.matches("https?://[!-~&&[^<>\"\\\\^`{|}]]{1,500}")
        ? Optional.of(URI.create(text))
        : Optional.empty();
  }

  private static ApiDocument described(String file) {
    byte[] content = Type.CONTENT.parse(file);
    if (content.length > ApiDocumentReader.MAX_BYTES) {
      throw new IllegalArgumentException("is larger than 5 MB");
    }
    return ApiDocumentReader.read(new String(content, StandardCharsets.UTF_8));
  }

  @Means(
      "It replaces the whole catalogue; see [scopes in two languages](routes.md#scopes-in-two-languages).")
  @Without("the catalogue that comes with Latchkey")
  static final SectionKey<List<SectionValues>> SCOPES = FILE.entries("scopes");

  @Means("in lower-case letters")
  static final Key<String> SCOPE_NAME = SCOPES.required("name", Type.SCOPE);

  static final MeaningRows MEANING = MeaningRows.in(SCOPES);
  static final Map<Language, LanguageRows> LANGUAGES = new EnumMap<>(Language.class);

  static {
    for (Language language : Language.values()) {
      LANGUAGES.put(language, LanguageRows.of(language));
    }
  }

  /** What a scope is called. */
  record MeaningRows(
      @Means("a few words") Key<Optional<String>> title,
      @Means("a sentence") Key<Optional<String>> description,
      @Means("scopes of one group are shown together") Key<Optional<String>> group) {
    static MeaningRows in(SectionKey<?> section) {
      return new MeaningRows(
          section.optional("title", TEXT),
          section.optional("description", TEXT),
          section.optional("group", TEXT));
    }
  }

  /** What it is called in one language. */
  record LanguageRows(
      @Means("what the pages say in this language") SectionKey<Optional<SectionValues>> section,
      MeaningRows meaning) {
    static LanguageRows of(Language language) {
      SectionKey<Optional<SectionValues>> section = SCOPES.section(language.code());
      return new LanguageRows(section, MeaningRows.in(section));
    }
  }

  /** Another path at the service. Those of a route replace both of its upstream. */
  record PrefixRows(
      @Means("[another path at the service](routes.md#another-path-at-the-service)")
          Key<Optional<String>> strip,
      @Means("what replaces it. If a route has one of the two, neither of its upstream applies")
          Key<Optional<String>> add) {
    static PrefixRows in(SectionKey<?> section) {
      return new PrefixRows(
          section.optional("strip_prefix", RoutePath.STRIPPED),
          section.optional("add_prefix", RoutePath.PREFIX));
    }
  }

  /**
   * An address of only scheme, host and port. The path is that of the call; {@code add_prefix} is
   * for services with a path of their own.
   */
  private static Optional<URI> origin(String text) {
    return httpAddress(text)
        .filter(uri -> uri.getRawUserInfo() == null)
        .filter(uri -> uri.getPort() != 0 && uri.getPort() <= Listening.MAX_PORT)
        .filter(uri -> text.equals(uri.getScheme() + "://" + uri.getRawAuthority()));
  }

  static Optional<URI> httpAddress(String text) {
    return Optional.of(URI.create(text))
        .filter(uri -> Set.of("http", "https").contains(String.valueOf(uri.getScheme())))
        .filter(uri -> uri.getHost() != null);
  }
}
