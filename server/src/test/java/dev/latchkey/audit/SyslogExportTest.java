package dev.latchkey.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.app.config.Settings;
import dev.latchkey.edge.http.Json;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Certificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The copy of the audit log that a syslog server receives. */
class SyslogExportTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final String HEAD =
      "<(109|110)>1 \\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z [!-~]+ latchkey \\d+ [a-z_]+"
          + " \\[origin software=\"latchkey\"]\\[meta sequenceId=\"\\d+\"] \\{.*}";

  /** A syslog server that reads messages with octet counting. */
  private static final class Collector implements AutoCloseable {
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final ServerSocket listener;

    Collector(int port) throws IOException {
      this(new ServerSocket(port, 50, HERE));
    }

    Collector(ServerSocket listener) {
      this.listener = listener;
      Thread.ofVirtual().start(this::accept);
    }

    SyslogServer address() {
      return new SyslogServer(
          SyslogServer.Transport.TCP, HERE.getHostAddress(), listener.getLocalPort());
    }

    private void accept() {
      try {
        while (true) {
          Socket connection = listener.accept();
          connections.add(connection);
          Thread.ofVirtual().start(() -> read(connection));
        }
      } catch (IOException closed) {
        // The test is over.
      }
    }

    private void read(Socket connection) {
      try (InputStream in = connection.getInputStream()) {
        for (int next = in.read(); next >= 0; next = in.read()) {
          var length = new StringBuilder();
          for (; next != ' '; next = in.read()) {
            length.append((char) next);
          }
          byte[] message = in.readNBytes(Integer.parseInt(length.toString()));
          messages.add(new String(message, StandardCharsets.UTF_8));
        }
      } catch (IOException closed) {
        // The test is over.
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
      for (Socket connection : connections) {
        connection.close();
      }
    }
  }

  private static Settings settings(Store store, SyslogServer server) {
    return Latchkey.settings(store).with(server);
  }

  private static long number(String message) {
    return Json.parse(message.substring(message.indexOf('{'))).orElseThrow().get("entry").asLong();
  }

  private static long newest(Latchkey latchkey) {
    return latchkey.stores().operation().auditExport().newest();
  }

  private static void awaitEntry(Collector collector, long number) {
    Poll.until(
        () -> collector.messages.stream().anyMatch(message -> number(message) == number),
        "entry " + number);
  }

  @ParameterizedTest
  @EachStore
  void every_entry_arrives_in_order_also_after_an_outage_and_a_restart(Store store)
      throws IOException {
    var collector = new Collector(0);
    Settings settings = settings(store, collector.address());
    int port = collector.address().port();
    long first;
    try (Latchkey latchkey = Latchkey.start(settings)) {
      first = newest(latchkey);
      latchkey.person();
      awaitEntry(collector, newest(latchkey));
      collector.close();
      latchkey.person();
    }

    try (var later = new Collector(port);
        Latchkey latchkey = Latchkey.start(settings)) {
      latchkey.person();
      long last = newest(latchkey);
      awaitEntry(later, last);

      assertThat(
              Stream.of(collector, later)
                  .flatMap(each -> each.messages.stream())
                  .map(SyslogExportTest::number)
                  .filter(number -> number > first)
                  .distinct())
          .containsExactlyElementsOf(all(latchkey, first));
      assertThat(later.messages).allMatch(message -> message.matches(HEAD));
    }
  }

  private static List<Long> all(Latchkey latchkey, long after) {
    var export = latchkey.stores().operation().auditExport();
    return export.after(after, 10_000).stream().map(entry -> entry.number()).toList();
  }

  @ParameterizedTest
  @EachStore
  void a_message_has_no_secret_and_no_line_break(Store store) throws IOException {
    try (var collector = new Collector(0);
        Latchkey latchkey = Latchkey.start(settings(store, collector.address()))) {
      String machine = latchkey.machine(latchkey.person(), Optional.empty()).token();
      String access = latchkey.app().tokens(latchkey.browser().signIn(latchkey.person())).access();
      latchkey.form(
          "/oauth2/token",
          "grant_type",
          "authorization_code",
          "client_id",
          latchkey.app().id(),
          "client_secret",
          "lk_cs_wrong\nvalue",
          "code",
          "none\n<110>1 forged");
      latchkey
          .stores()
          .users()
          .directory()
          .rename(latchkey.person().user(), access + "\nforged", latchkey.now());
      awaitEntry(collector, newest(latchkey));

      assertThat(collector.messages)
          .isNotEmpty()
          .allMatch(message -> message.matches(HEAD))
          .noneMatch(message -> message.contains("\n") || message.contains("\r"))
          .noneMatch(message -> message.contains("lk_"))
          .noneMatch(message -> message.contains(machine) || message.contains(access));
    }
  }

  @ParameterizedTest
  @EachStore
  void over_tls_entries_are_sent_only_to_a_server_with_the_right_certificate(Store store)
      throws Exception {
    Certificate certificate = Certificate.make();
    Path trusted = certificate.files().certificate();
    Certificate.make().writeCertificate(trusted);
    var sockets = certificate.presented().getServerSocketFactory();
    try (var collector = new Collector(sockets.createServerSocket(0, 50, HERE))) {
      int port = collector.listener.getLocalPort();
      var server = new SyslogServer(SyslogServer.Transport.TLS, "localhost", port);
      try (Latchkey latchkey = Latchkey.start(settings(store, server.trusting(trusted)))) {
        long first = newest(latchkey);
        latchkey.person();
        Poll.until(() -> collector.connections.size() > 1, "it tries again");
        assertThat(collector.messages).isEmpty();

        certificate.writeCertificate(trusted);

        awaitEntry(collector, newest(latchkey));
        assertThat(collector.messages.stream().map(SyslogExportTest::number))
            .containsSubsequence(all(latchkey, first));
        assertThat(collector.messages).allMatch(message -> message.matches(HEAD));
        assertThat(collector.messages.getFirst()).contains("sequenceId=\"1\"");
      }
    }
  }

  @Test
  void a_datagram_is_one_message() throws IOException {
    try (var collector = new DatagramSocket(0, HERE)) {
      collector.setSoTimeout(30_000);
      var server =
          new SyslogServer(
              SyslogServer.Transport.UDP, HERE.getHostAddress(), collector.getLocalPort());
      try (Latchkey latchkey = Latchkey.start(settings(Store.SQLITE, server))) {
        latchkey.person();
        var datagram = new DatagramPacket(new byte[65_536], 65_536);
        collector.receive(datagram);

        assertThat(new String(datagram.getData(), 0, datagram.getLength(), StandardCharsets.UTF_8))
            .matches(HEAD);
      }
    }
  }

  @Test
  void an_address_names_transport_host_and_port() {
    assertThat(SyslogServer.parse("tcp://logs.example:601"))
        .isEqualTo(new SyslogServer(SyslogServer.Transport.TCP, "logs.example", 601));
    assertThat(SyslogServer.parse("udp://[::1]:514"))
        .isEqualTo(new SyslogServer(SyslogServer.Transport.UDP, "::1", 514));
    assertThat(SyslogServer.parse("tls://logs.example:6514"))
        .isEqualTo(new SyslogServer(SyslogServer.Transport.TLS, "logs.example", 6514));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "logs.example:514",
        "//logs.example:514",
        "tcp://logs.example",
        "https://logs.example:514",
        "tcp://me:secret@logs.example:514",
        "tcp://logs.example:514/path",
        "tcp://no host:514"
      })
  void another_address_is_refused(String address) {
    assertThatThrownBy(() -> SyslogServer.parse(address))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
