package dev.latchkey.app.config;

import static dev.latchkey.app.config.Type.FILE;
import static dev.latchkey.app.config.Type.PATH;
import static dev.latchkey.app.config.Type.TEXT;

import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.model.Limit;
import dev.latchkey.model.NumberSetting;
import dev.latchkey.model.NumberSetting.Means;
import dev.latchkey.model.NumberSetting.Without;
import dev.latchkey.model.Rate;
import dev.latchkey.model.Rules;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.credential.PlatformVersion;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The table of all keys of the configuration: one row each. The parser, {@code latchkey config
 * show}, the errors and the tables of docs/reference/configuration.md follow from it. A number is a
 * {@link NumberSetting} of the type that uses it, such as {@link Limit}.
 */
final class Keys {
  private Keys() {}

  static final SectionKey<SectionValues> ALL = SectionKey.file();

  // Where the server listens.
  @Means(
      "The published address. It is the issuer and part of every link. Requests for any other host are refused.")
  @Without("`http://localhost:PORT`, with `tls` `https://localhost:PORT`")
  static final Key<Optional<String>> BASE_URL =
      ALL.optional(
              "base_url",
              Type.found(
                  "https://HOST[:PORT], or http:// on loopback, without path or query",
                  Listening::baseUrl))
          .restart();

  @Means("Address to listen on. An address other than loopback needs `tls` or an https `base_url`.")
  static final Key<String> LISTEN = ALL.value("listen", TEXT, ListenAt.LOOPBACK).restart();

  @Means("Port to listen on. 0: a free one.")
  static final Key<Integer> PORT =
      ALL.number(new NumberSetting("port", 8_080, 0, Listening.MAX_PORT)).restart();

  @Means(
      "A socket file for a proxy on the same machine, in addition to `port`. A socket that an earlier process left there is replaced; with any other file, or a socket in use, Latchkey does not start. See [a Unix socket](../how-to/behind-a-proxy.md#a-unix-socket).")
  static final Key<Optional<Path>> UNIX_SOCKET = ALL.optional("unix_socket", PATH).restart();

  @Means(
      "For example `10.0.0.11:9464`. Let only your monitoring reach it. It serves `/metrics`, which the public port never serves, and `/health/`, which both serve. See [metrics](../operate/watch.md#metrics).")
  @Without("none: no metrics")
  static final Key<Optional<ListenAt>> METRICS_LISTEN =
      ALL.optional(
              "metrics_listen",
              Type.found("ADDRESS:PORT with a port from 0 to 65535", Listening::addressAndPort))
          .restart();

  @Means("Short for `metrics_listen: 127.0.0.1:PORT`; set one of the two.")
  static final Key<Optional<Integer>> METRICS_PORT =
      ALL.optional("metrics_port", Type.number(new NumberSetting("", 0, 0, Listening.MAX_PORT)))
          .restart();

  // Whom the server trusts.
  private static final Type<String> SOURCE =
      Type.of("IP addresses or networks such as 10.0.0.0/8, not names", TrustedSources::entry);

  @Means(
      "The proxies in front, for example `[10.0.0.5, 10.1.0.0/16]`, and `unix` for one on the Unix socket. See [behind a proxy](../how-to/behind-a-proxy.md#behind-a-proxy-with-https).")
  static final Key<List<String>> TRUSTED_PROXIES = ALL.list("trusted_proxies", SOURCE);

  @Means(
      "The gateways that ask `/oauth2/check` and receive the signed assertion, and `unix`, as above. The address of the connection itself counts. See [which gateways are known](../how-to/gateway-of-your-own.md#which-gateways-are-known).")
  static final Key<List<String>> GATEWAYS = ALL.list("gateways", SOURCE);

  // The store.
  @Means(
      "Directory for SQLite, its lock and the demo files, relative to the directory in which you start.")
  static final Key<Path> DATA = ALL.value("data", PATH, "data").restart();

  @Means("The address of PostgreSQL.")
  @Without("none: SQLite")
  static final Key<Optional<String>> DATABASE =
      ALL.optional(
              "database",
              Type.explained(
                  "`jdbc:postgresql://HOST/NAME?user=…&password=…`", StoreSettings::postgres))
          .restart()
          .secret();

  @Means("How long a node waits at its start for a `database` that cannot be reached.")
  static final Key<Integer> DATABASE_WAIT_SECONDS =
      ALL.number(new NumberSetting("database_wait_seconds", 60, 0, 3_600)).restart();

  @Means(
      "The file with the key that encrypts signing keys, keys of authenticator apps, secrets of webhooks, mails that wait and waiting authorization requests, and that hashes the codes of devices. See [the key file](../operate/stores.md#the-key-file).")
  @Without("`latchkey.key` in `data`")
  static final Key<Optional<Path>> KEY_FILE = ALL.optional("key_file", PATH).restart();

  @Means(
      "An existing directory into which the libraries unpack their native code: see [read-only file systems](#read-only-file-systems).")
  @Without("the temporary directory of the system")
  static final Key<Optional<Path>> LIBRARY_DIRECTORY =
      ALL.optional("library_directory", PATH).restart();

  @Means(
      "How long a node still serves after SIGTERM while it says that it is not ready. See [health and restart](../how-to/restart-without-loss.md#health).")
  @Without("8 with `database`, otherwise 0")
  static final Key<Optional<Integer>> DRAIN_SECONDS =
      ALL.optional("drain_seconds", Type.number(new NumberSetting("", 0, 0, 3_600)));

  @Means("Version of the platform. Organization credentials need 6.2.18 or later.")
  static final Key<PlatformVersion> PLATFORM_VERSION =
      ALL.value(
          "platform_version",
          Type.found(
                  "numbers with dots, such as 6.2.18",
                  text -> Optional.of(text).filter(PlatformVersion::isVersion))
              .map(PlatformVersion::new),
          PlatformVersion.ORGANIZATION_CREDENTIALS.text());

  @Means(
      "`on` lets programs do what administrators do in the pages: [the management API](management-api.md). Its scopes exist while it is on.")
  static final Key<Boolean> MANAGEMENT_API = ALL.onOff("management_api");

  private static final Type<Path> PEM = FILE.called("the path of a file in PEM");

  @Means(
      "Latchkey encrypts connections itself. See [https without a proxy](../how-to/behind-a-proxy.md#https-without-a-proxy).")
  static final SectionKey<Optional<SectionValues>> TLS = ALL.section("tls");

  @Means("the certificate, then the intermediate ones that lead to its root")
  static final Key<Path> CERTIFICATE = TLS.required("certificate", PEM).restart();

  @Means(
      "the private key in PKCS #8, without a password: it begins with `-----BEGIN PRIVATE KEY-----`")
  static final Key<Path> PRIVATE_KEY = TLS.required("key", PEM).restart();

  @Means("[Apps without a credential](routes.md#apps-without-a-credential).")
  static final SectionKey<Optional<SectionValues>> PUBLIC_CLIENTS = ALL.section("public_clients");

  @Means(
      "an app may send the https address of a document that describes it as its `client_id`. The metadata announce `client_id_metadata_document_supported`")
  static final Key<Boolean> DOCUMENTS = PUBLIC_CLIENTS.onOff("documents");

  @Means(
      "programs on people's computers may register at `/oauth2/register` (RFC 7591), which stores nothing")
  static final Key<Boolean> REGISTRATION = PUBLIC_CLIENTS.onOff("registration");

  @Means(
      "hosts in your own network. Documents of all others are fetched from public addresses only")
  static final Key<List<String>> INSIDE_HOSTS = PUBLIC_CLIENTS.list("inside_hosts", TEXT);

  @Means("the certificate with which those of `inside_hosts` are checked")
  static final Key<Optional<Path>> INSIDE_CERTIFICATE =
      PUBLIC_CLIENTS.optional("inside_certificate", FILE);

  static {
    ALL.include(GatewayKeys.FILE);
  }

  // Numbers and rules.
  @Means("[Limits](#limits)")
  @Without("those of its keys")
  static final SectionKey<SectionValues> LIMITS = ALL.defaults("limits");

  static {
    for (Limit limit : Limit.values()) {
      Key<Integer> key = LIMITS.number(limit.setting());
      var _ = limit.isLive() ? key : key.restart();
    }
  }

  @Means("[Rules](#rules)")
  @Without("those of its keys")
  static final SectionKey<SectionValues> RULES = ALL.defaults("rules");

  @Means("`revoke`: a second use of a code also revokes the tokens that the first use issued")
  static final Key<Rules.SpentCode> SPENT_CODE =
      RULES.choice("spent_code", Rules.DEFAULT.spentCode());

  @Means("`refuse`: the token is only refused; `revoke`: the grant ends at once")
  static final Key<Rules.RotatedToken> ROTATED_TOKEN =
      RULES.choice("rotated_token", Rules.DEFAULT.rotatedToken());

  @Means(
      "`required`: an administrator without a [second factor](../operate/people.md#the-second-factor) cannot create a token of an organization")
  static final Key<Rules.Factor> SECOND_FACTOR =
      RULES.choice(
          "second_factor_for_organization_credentials",
          Rules.DEFAULT.secondFactorForOrganizationCredentials());

  @Means(
      "`typed`: [devices without a browser](../develop/agents-and-devices.md#devices-without-a-browser) may ask for access, and people type their codes at `/device`; `linked`: a link may bring the code along, for devices that show it as a picture")
  static final Key<Rules.DeviceFlow> DEVICE_FLOW =
      RULES.choice("device_flow", Rules.DEFAULT.deviceFlow());

  @Means("[Waits](#waits)")
  @Without("those of its keys")
  static final SectionKey<SectionValues> WAITS = ALL.defaults("waits");

  @Means("[Connections](#connections)")
  @Without("those of its keys")
  static final SectionKey<SectionValues> CONNECTIONS = ALL.defaults("connections");

  @Means("[Audit log](#audit-log)")
  @Without("those of its keys")
  static final SectionKey<SectionValues> AUDIT = ALL.defaults("audit");

  static {
    WAITS.numbers(
        ClientTimeouts.HEAD_SECONDS,
        ClientTimeouts.STALL_SECONDS,
        ClientTimeouts.BYTES_PER_SECOND,
        ClientTimeouts.IDLE_SECONDS,
        ClientTimeouts.STOP_SECONDS);
    CONNECTIONS.numbers(
        ConnectionLimits.TOTAL,
        ConnectionLimits.BY_ADDRESS,
        ConnectionLimits.MEMORY_MEGABYTES,
        ConnectionLimits.PIPELINED);
    AUDIT.numbers(AuditLimits.DAYS, AuditLimits.ROWS);
  }

  @Means("[Request rates](#request-rates)")
  static final SectionKey<Optional<SectionValues>> RATES = ALL.section("rates");

  @Means("every request of one address")
  static final RateRows ADDRESS_RATE = RateRows.of("address");

  @Means("calls with one token")
  static final RateRows TOKEN_RATE = RateRows.of("token");

  @Means("calls with all tokens of a credential")
  static final RateRows CREDENTIAL_RATE = RateRows.of("credential");

  @Means(
      "[Request ids, access log and traces](../operate/watch.md#request-ids-access-log-and-traces).")
  static final SectionKey<Optional<SectionValues>> OBSERVE = ALL.section("observe");

  @Means(
      "every request has an id, in the header `X-Request-Id` of the answer and of the call to a service, in the audit log, and in the log lines about a request that failed (500, 503)")
  static final Key<Boolean> REQUEST_IDS =
      OBSERVE.value("request_ids", Type.either("on", "off"), "on");

  @Means("`stdout` or a file: a line of JSON for each answer. It turns `request_ids` on")
  static final Key<Optional<Path>> ACCESS_LOG = OBSERVE.optional("access_log", PATH);

  @Means("a collector that accepts OTLP over HTTP, with its path: each recorded request is a span")
  static final Key<Optional<URI>> TRACES =
      OBSERVE.optional(
          "traces",
          Type.found(
              "an address such as http://127.0.0.1:4318/v1/traces", GatewayKeys::httpAddress));

  @Means("the share of the traces that begin here that is recorded")
  @Without("1")
  static final Key<Optional<Double>> TRACES_SHARE =
      OBSERVE.optional("traces_share", Type.found("above 0 and at most 1", Keys::share));

  static {
    ALL.include(PeopleKeys.FILE);
  }

  /** A rate of requests. */
  record RateRows(
      SectionKey<Optional<SectionValues>> section,
      @Means("the rate in the long run") Key<Integer> perMinute,
      @Means("the number at once") @Without("`per_minute`") Key<Optional<Integer>> burst) {
    static RateRows of(String name) {
      SectionKey<Optional<SectionValues>> rate = RATES.section(name);
      return new RateRows(
          rate,
          rate.required(Rate.PER_MINUTE.key(), Type.number(Rate.PER_MINUTE)),
          rate.optional(Rate.BURST.key(), Type.number(Rate.BURST)));
    }
  }

  private static Optional<Double> share(String text) {
    return Optional.of(text)
        .filter(number -> number.matches("0?\\.[0-9]{1,6}|1(\\.0)?"))
        .map(Double::valueOf)
        .filter(share -> share > 0);
  }
}
