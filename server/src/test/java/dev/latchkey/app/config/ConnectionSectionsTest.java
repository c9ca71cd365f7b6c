package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.ListenAt.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration of connections: their limits, TLS and sockets. */
class ConnectionSectionsTest {
  @TempDir private Path directory;

  @Test
  void by_default_connections_are_limited_and_not_encrypted() throws IOException {
    Settings settings = read("");

    assertThat(settings.connections().limits()).isEqualTo(ConnectionLimits.DEFAULT);
    assertThat(settings.listening().at()).isEqualTo(ListenAt.plain("127.0.0.1", 8_080));
  }

  @Test
  void every_limit_is_what_the_file_says() throws IOException {
    Settings settings =
        read(
            """
            connections:
              total: 1000
              by_address: 20
              memory_megabytes: 4
              pipelined: 5
            """);

    assertThat(settings.connections().limits()).isEqualTo(new ConnectionLimits(1_000, 20, 4, 5));
  }

  @Test
  void a_limit_that_is_left_out_has_its_default() throws IOException {
    assertThat(read("connections: {total: 1000}\n").connections().limits().byAddress())
        .isEqualTo(ConnectionLimits.DEFAULT.byAddress());
  }

  @Test
  void metrics_are_on_loopback_or_at_the_address_that_the_file_says() throws IOException {
    assertThat(read("").listening().metrics()).isEmpty();
    assertThat(read("metrics_port: 9464\n").listening().metrics())
        .contains(ListenAt.plain("127.0.0.1", 9_464));
    assertThat(read("metrics_listen: 10.0.0.11:9464\n").listening().metrics())
        .contains(ListenAt.plain("10.0.0.11", 9_464));
    assertThat(read("metrics_listen: '[::1]:0'\n").listening().metrics())
        .contains(ListenAt.plain("::1", 0));
    for (String wrong :
        new String[] {
          "metrics_listen: 9464\n",
          "metrics_listen: '10.0.0.11'\n",
          "metrics_listen: 10.0.0.11:65536\n",
          "metrics_listen: 10.0.0.11:9464\nmetrics_port: 9464\n"
        }) {
      assertThatThrownBy(() -> read(wrong)).as(wrong).isInstanceOf(ConfigFault.class);
    }
  }

  @Test
  void a_certificate_and_a_socket_are_where_the_file_says() throws IOException {
    Path certificate = Files.writeString(directory.resolve("cert.pem"), "a certificate");
    Path key = Files.writeString(directory.resolve("key.pem"), "a key");
    Settings settings =
        read(
            "tls: {certificate: %s, key: %s}\nunix_socket: /run/latchkey/socket\n"
                .formatted(certificate, key));

    assertThat(settings.listening().at())
        .isEqualTo(
            new ListenAt(
                "127.0.0.1",
                8_080,
                Optional.of(new TlsFiles(certificate, key)),
                Optional.of(Path.of("/run/latchkey/socket"))));
  }

  @Test
  void with_a_certificate_it_may_listen_everywhere() throws IOException {
    String file = Files.writeString(directory.resolve("pem"), "both").toString();

    assertThat(
            read("listen: 0.0.0.0\ntls: {certificate: %s, key: %s}\n".formatted(file, file))
                .listening()
                .at()
                .host())
        .isEqualTo("0.0.0.0");
    assertThatThrownBy(() -> read("listen: 0.0.0.0\n"))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining("plain http is served on loopback only");
    assertThatThrownBy(() ->
            read(
                "base_url: http://localhost:1\ntls: {certificate: %s, key: %s}\n"
                    .formatted(file, file)))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining("base_url: must be an https address");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connections: {total: 15}               | 1 | total: must be from 16",
        "connections: {total: many}             | 1 | must be a whole number",
        "connections: {memory_megabytes: abc}   | 1 | must be a whole number from 1 to 100000, not abc",
        "connections: {total: 99999999999}      | 1 | must be from 16 to 1000000, not 99999999999",
        "waits: {head_seconds: -1}              | 1 | must be a whole number from 1 to 600, not -1",
        "audit: {rows: 1e6}                     | 1 | must be a whole number from 1000 to 2000000000, not 1e6",
        "connections: {by_address: 0}           | 1 | by_address: must be from 1",
        "connections: {memory_megabytes: 0}     | 1 | memory_megabytes: must be from 1",
        "connections: {unsent_megabytes: 9}     | 1 | unknown key unsent_megabytes: memory_megabytes replaces it",
        "connections: {pipelined: 0}            | 1 | pipelined: must be from 1",
        "connections:\\n  totl: 20              | 2 | unknown key totl",
        "tls:\\n  certificate: /nowhere         | 2 | cannot read /nowhere",
        "tls:\\n  certificate: FILE             | 2 | key: is required: the path of a file in PEM",
        "tls:\\n  key: FILE                     | 2 | certificate: is required: the path of a file in PEM",
        "tls:\\n  certificate: FILE\\n  key: /nowhere | 3 | cannot read /nowhere",
        "tls:\\n  certificate: FILE\\n  key: FILE\\n  port: 1 | 4 | unknown key port",
        "unix_socket: [a]                       | 1 | must be a single value",
        "upstreams:\\n  a:\\n    addresses: ['http://a']\\n    connections: 0 | 4 | connections: must be from 1"
      })
  void what_is_wrong_is_named_with_its_line(String section, int line, String why)
      throws IOException {
    String file = Files.writeString(directory.resolve("pem"), "both").toString();
    assertThatThrownBy(() -> read(section.replace("\\n", "\n").replace("FILE", file) + "\n"))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining(why)
        .hasMessageContaining("latchkey.yaml:" + line + ": ");
  }

  @Test
  void a_value_of_which_less_is_used_is_valid_and_named_in_a_warning() throws IOException {
    long heap = Runtime.getRuntime().maxMemory() / 1_048_576;
    assertThat(warnings("connections:\n  memory_megabytes: 100000\n"))
        .singleElement()
        .satisfies(warning -> {
          assertThat(warning.key()).isEqualTo("connections.memory_megabytes");
          assertThat(warning.where()).endsWith("latchkey.yaml:2");
          assertThat(warning.what()).contains(heap / 4 + " is used, not 100000");
        });
    assertThat(warnings("limits: {memory_megabytes: 100000}\n"))
        .singleElement()
        .satisfies(
            warning -> assertThat(warning.what()).contains(heap / 2 + " is used, not 100000"));
    for (String above : List.of("by_address: 500, total: 100", "total: 100")) {
      assertThat(warnings("connections: {%s}\n".formatted(above)))
          .singleElement()
          .satisfies(warning -> assertThat(warning.what()).contains("one address may take all"));
    }
    assertThat(warnings("")).isEmpty();
    assertThat(warnings("connections: {memory_megabytes: 1, by_address: 5, total: 20}\n"))
        .isEmpty();
  }

  private List<Mistake> warnings(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("latchkey.yaml"), text);
    return ConfigFile.load(Optional.of(file), Map.of()).warnings();
  }

  private Settings read(String text) throws IOException {
    return ConfigFile.read(Files.writeString(directory.resolve("latchkey.yaml"), text));
  }
}
