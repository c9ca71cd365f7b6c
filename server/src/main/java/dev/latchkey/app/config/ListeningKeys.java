package dev.latchkey.app.config;

import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.ListenAt.TlsFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys of the file that say where the server listens. */
final class ListeningKeys {
  private static final int PORT = 8_080;

  /** An IPv6 address is in square brackets. */
  private static final Pattern ADDRESS_AND_PORT =
      Pattern.compile("\\[?(?<host>[0-9A-Za-z.:-]*[0-9A-Za-z.:])]?:(?<port>[0-9]{1,5})");

  private ListeningKeys() {}

  static Listening read(Yaml file) {
    Optional<String> baseUrl = file.text("base_url");
    String host = file.text("listen", ListenAt.LOOPBACK);
    int port = file.number("port", PORT, 0, Listening.MAX_PORT);
    Optional<Optional<TlsFiles>> tls =
        file.attempt(() -> file.section("tls").flatMap(ListeningKeys::tls));
    Optional<Path> unixSocket = file.path("unix_socket");
    Optional<Optional<ListenAt>> metrics = file.attempt(() -> metrics(file));
    var at = new ListenAt(host, port, tls.orElseThrow(Document.Unsound::new), unixSocket);
    return new Listening(baseUrl, at, metrics.orElse(Optional.empty()));
  }

  private static Optional<TlsFiles> tls(Yaml section) {
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

  /** {@code metrics_port} is the short form for loopback. */
  private static Optional<ListenAt> metrics(Yaml file) {
    Optional<Integer> port =
        file.number("metrics_port", 0, Listening.MAX_PORT).map(Math::toIntExact);
    Optional<String> address = file.text("metrics_listen");
    if (port.isPresent() && address.isPresent()) {
      throw file.fault("metrics_listen", "set metrics_port or metrics_listen, not both");
    }
    return address
        .map(text -> listenAt(file, text))
        .or(() -> port.map(number -> ListenAt.plain(ListenAt.LOOPBACK, number)));
  }

  private static ListenAt listenAt(Yaml file, String text) {
    Matcher parts = ADDRESS_AND_PORT.matcher(text);
    if (!parts.matches() || Integer.parseInt(parts.group("port")) > Listening.MAX_PORT) {
      throw file.fault(
          "metrics_listen",
          "metrics_listen must be ADDRESS:PORT with a port from 0 to 65535, not " + text);
    }
    return ListenAt.plain(parts.group("host"), Integer.parseInt(parts.group("port")));
  }
}
