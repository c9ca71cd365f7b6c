package dev.latchkey.app.doctor;

import dev.latchkey.app.config.Settings;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.health.NodeState;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.Upstream;
import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.mail.smtp.MailServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;

/** Everything that is reached over the network: the running node, its address, and its services. */
final class ReachExamination {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final String SMTP_READY = "220";
  private static final int REPLY_DIGITS = 3;
  private static final int OK = 200;

  private final Settings settings;
  private boolean isNodeRunning;

  ReachExamination(Settings settings) {
    this.settings = settings;
  }

  List<Finding> findings() {
    var all = new ArrayList<Finding>();
    all.addAll(node());
    all.addAll(publishedAddress());
    all.addAll(mail());
    all.addAll(upstreams());
    all.addAll(providers());
    return all;
  }

  /** The node on this machine. With {@code tls} only its port for metrics speaks plain http. */
  private List<Finding> node() {
    var found = new Findings("running node");
    Optional<String> address =
        settings
            .listening()
            .metrics()
            .or(() -> Optional.of(settings.listening().at()))
            .filter(at -> at.tls().isEmpty() && at.port() != 0)
            .map(ReachExamination::origin);
    if (address.isEmpty()) {
      found.note("not examined: its port is not known, or is encrypted; set metrics_listen");
      return found.all();
    }
    String url = address.get() + "/health/ready";
    try {
      HttpResponse<String> answer = get(url);
      isNodeRunning = true;
      if (answer.statusCode() == OK) {
        found.ok("it is ready (" + url + ")");
      } else {
        notReady(found, url, answer);
      }
    } catch (IOException silent) {
      found.note(
          "no node answers at %s. If it was started with --port, repeat that option here"
              .formatted(address.get()));
    }
    return found.all();
  }

  private static void notReady(Findings found, String url, HttpResponse<String> answer) {
    String text = "%s answers %d: %s".formatted(url, answer.statusCode(), brief(answer.body()));
    Optional<NodeState> state =
        Json.parse(answer.body())
            .flatMap(json -> NodeState.named(json.path("status").asString("")));
    found.error(
        text + state.map(known -> ", which means: " + known.meaning()).orElse(""),
        state.map(ReachExamination::fix).orElse("read its log"));
  }

  private static String fix(NodeState state) {
    return switch (state) {
      case READY, DRAINING -> "start it again if it should run; its log says why it stops";
      case STORE_UNREACHABLE ->
          "read its log, which names each server of PostgreSQL that cannot be used, and why";
      case TIMELINE_OLDER ->
          "start a server with the newer timeline; if there is none any more, decide what to revoke (docs/how-to/back-up-and-restore.md), then restart the node";
      case SCHEMA_CHANGED -> "upgrade this node";
      case CLOCK_DIFFERS -> "synchronize both with NTP: timedatectl set-ntp true";
      case KEYS_UNREADABLE ->
          "put back the copy of your backup, with mode 600 and the user of the service as its owner";
    };
  }

  private static String origin(ListenAt at) {
    String host = at.host();
    if (host.equals("0.0.0.0") || host.equals("::")) {
      host = ListenAt.LOOPBACK;
    }
    return "http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, at.port());
  }

  private List<Finding> publishedAddress() {
    var found = new Findings("base_url");
    if (settings.listening().baseUrl().isEmpty()) {
      return found.all();
    }
    String base = settings.listening().baseUrl().get();
    String url = base + "/.well-known/oauth-authorization-server";
    try {
      HttpResponse<String> answer = get(url);
      Optional<String> issuer =
          Json.parse(answer.body()).map(json -> json.path("issuer").asString(""));
      if (answer.statusCode() == OK && issuer.equals(Optional.of(base))) {
        found.ok(base + " answers, and is this service");
      } else {
        found.error(
            "%s answers %d, and not as this service".formatted(url, answer.statusCode()),
            "let the proxy pass all paths and the Host header on: docs/how-to/behind-a-proxy.md");
      }
    } catch (IOException silent) {
      unreachable(found, base, silent);
    }
    return found.all();
  }

  private void unreachable(Findings found, String base, IOException why) {
    String text = "%s does not answer from here: %s".formatted(base, reason(why));
    String fix =
        why instanceof SSLHandshakeException
            ? "use a certificate of an authority that Java knows; with one of your own, check by hand: curl --cacert FILE "
                + base
            : "check the name in DNS, and that the proxy runs and reaches this node";
    if (isNodeRunning) {
      found.error(text, fix);
    } else {
      found.warning(text, "start the service; if it runs elsewhere, " + fix);
    }
  }

  private List<Finding> mail() {
    var found = new Findings("mail");
    settings.outside().mail().ifPresent(server -> mail(server, found));
    return found.all();
  }

  private static void mail(MailServer server, Findings found) {
    try (Socket socket = connect(server.host(), server.port())) {
      if (greeting(socket).equals(SMTP_READY)) {
        found.ok(server.name() + " answers");
      } else {
        found.error(
            server.name() + " does not answer like a mail server that speaks STARTTLS",
            "set host and port of the submission service, usually 587");
      }
    } catch (IOException silent) {
      found.error(
          "%s cannot be reached: %s".formatted(server.name(), reason(silent)),
          "check host and port in \"mail\", and the firewall; until then invitations and resets are not sent");
    }
  }

  /** The first three characters; empty if the server says nothing. */
  private static String greeting(Socket socket) throws IOException {
    try {
      byte[] reply = socket.getInputStream().readNBytes(REPLY_DIGITS);
      return new String(reply, StandardCharsets.US_ASCII);
    } catch (SocketTimeoutException silent) {
      return "";
    }
  }

  private List<Finding> upstreams() {
    var found = new Findings("upstreams");
    settings.platform().routes().routes().stream()
        .flatMap(route ->
            route.target() instanceof Target.Forwarded forwarded
                ? Optional.of(forwarded.upstream()).stream()
                : Optional.<Upstream>empty().stream())
        .distinct()
        .forEach(upstream ->
            upstream.addresses().forEach(address -> upstream(upstream, address, found)));
    return found.all();
  }

  private static void upstream(Upstream upstream, URI address, Findings found) {
    try (Socket socket = connect(address.getHost(), port(address))) {
      found.ok("%s: port %d accepts connections".formatted(upstream.name(), socket.getPort()));
    } catch (IOException silent) {
      found.warning(
          "%s: %s cannot be reached: %s".formatted(upstream.name(), address, reason(silent)),
          "start the service, or correct its address in \"upstreams\"; its calls get 502 until then");
    }
  }

  private List<Finding> providers() {
    var found = new Findings("sign-in providers");
    for (IdentityProvider provider : settings.outside().providers()) {
      String url = provider.issuer() + "/.well-known/openid-configuration";
      try {
        int status = get(url).statusCode();
        if (status == OK) {
          found.ok(provider.name() + " answers");
        } else {
          found.warning(
              "%s answers %d at %s".formatted(provider.name(), status, url),
              "write issuer exactly as the provider names itself");
        }
      } catch (IOException silent) {
        found.warning(
            "%s cannot be reached: %s".formatted(provider.name(), reason(silent)),
            "check issuer and the firewall; people cannot sign in with it until then");
      }
    }
    return found.all();
  }

  private static int port(URI address) {
    if (address.getPort() > 0) {
      return address.getPort();
    }
    return address.getScheme().equals("https") ? 443 : 80;
  }

  private static Socket connect(String host, int port) throws IOException {
    var socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), (int) PATIENCE.toMillis());
      socket.setSoTimeout((int) PATIENCE.toMillis());
      return socket;
    } catch (IOException refused) {
      socket.close();
      throw refused;
    }
  }

  private static HttpResponse<String> get(String url) throws IOException {
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new IOException(stopping);
    }
  }

  private static String reason(IOException why) {
    String message = why.getMessage();
    return message == null ? why.getClass().getSimpleName() : brief(message);
  }

  private static String brief(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() > 200 ? line.substring(0, 200) + "…" : line;
  }
}
