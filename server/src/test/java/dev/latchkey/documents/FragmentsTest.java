package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.cli.Command;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.host.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The parts of configuration files that documents show are valid. */
class FragmentsTest {
  /**
   * First keys of files of other programs: Kubernetes, Prometheus, Spring, Traefik, Envoy, Patroni.
   */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "terminationGracePeriodSeconds:",
          "apiVersion:",
          "rule_files:",
          "server:",
          "http:",
          "http_filters:",
          "scope:");

  @TempDir private static Path directory;

  /** A block, and the document that contains it. */
  record Fragment(Document document, Document.Block block) {
    boolean begins(String with) {
      return block.text().startsWith(with);
    }

    @Override
    public String toString() {
      return document + ": " + block.lines().getFirst();
    }
  }

  static Stream<Fragment> configurations() {
    return fragments("yaml").filter(part -> OF_OTHERS.stream().noneMatch(part::begins));
  }

  private static Stream<Fragment> fragments(String language) {
    return Document.all().stream()
        .flatMap(document ->
            document.blocks().stream()
                .filter(block -> block.language().equals(language))
                .map(block -> new Fragment(document, block)));
  }

  /** The files that the documents name. */
  @BeforeAll
  static void prepare() throws IOException {
    var files = Certificate.make().files();
    Files.copy(files.certificate(), directory.resolve("certificate.pem"));
    Files.copy(files.key(), directory.resolve("key.pem"));
    for (String secret : List.of("mail-password", "example-secret")) {
      Files.writeString(directory.resolve(secret), "secret");
    }
    Files.writeString(
        directory.resolve("logo.svg"),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>");
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void a_configuration_is_accepted(Fragment part) throws IOException {
    String text =
        part.block()
            .text()
            .replace("/etc/latchkey", directory.toString())
            .replace("/var/log/latchkey", directory.toString());
    Path file = Files.writeString(directory.resolve("latchkey.yaml"), text);

    Command check = Command.run("config", "check", file.toString());

    assertThat(check.exitCode()).as(check.toString()).isZero();
  }

  /** The long one, which asks about each call, is loaded by NginxTest. */
  @Test
  void nginx_accepts_its_lines() throws IOException {
    List<Fragment> parts =
        fragments("nginx").filter(part -> !part.begins("# Latchkey checks")).toList();
    for (Document document : Document.all()) {
      List<Fragment> own = parts.stream().filter(part -> part.document().equals(document)).toList();
      Path file = directory.resolve("nginx.conf");
      Files.writeString(
          file,
          "pid %1$s/pid; events {} http { access_log off; %2$s server { listen 127.0.0.1:8080; %3$s } }"
              .formatted(directory, outside(own), inside(own)));

      assertThat(
              Installed.output(
                  "nginx",
                  "nginx-light",
                  "-t",
                  "-e",
                  "stderr",
                  "-p",
                  directory.toString(),
                  "-c",
                  file.toString()))
          .as(document.name())
          .contains("test is successful");
    }
    assertThat(parts).isNotEmpty();
  }

  private static String outside(List<Fragment> parts) {
    return joined(parts.stream().filter(part -> !part.begins("location")));
  }

  private static String inside(List<Fragment> parts) {
    return joined(parts.stream().filter(part -> part.begins("location")));
  }

  private static String joined(Stream<Fragment> parts) {
    return parts.map(part -> part.block().text()).collect(Collectors.joining());
  }

  /** Those of a gateway are run by GatewayRecipesTest. */
  @Test
  void haproxy_accepts_the_configuration_for_two_nodes() throws IOException {
    List<Fragment> proxies =
        fragments("haproxy").filter(part -> part.block().text().contains("node2")).toList();
    Path file =
        Files.writeString(
            directory.resolve("haproxy.cfg"),
            joined(proxies.stream()).replace(" ssl crt haproxy.pem", ""));

    assertThat(proxies).hasSize(1);
    assertThat(Installed.output("haproxy", "haproxy", "-c", "-V", "-f", file.toString()))
        .contains("Configuration file is valid");
  }
}
