package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.mail.smtp.MailServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section of the configuration about mail. */
class MailSectionTest {
  @TempDir private Path directory;

  @Test
  void a_server_with_tls_and_a_password_in_a_file() throws IOException {
    Path password = Files.writeString(directory.resolve("password"), "hush\n");
    MailServer server =
        read("host: smtp.example.com\n  user: latchkey\n  password_file: " + password);

    assertThat(server.name()).isEqualTo("smtp.example.com:587");
    assertThat(server.tls()).isEqualTo(MailServer.Tls.STARTTLS);
    assertThat(server.login()).contains(new MailServer.Login("latchkey", "hush"));
    assertThat(server.toString()).doesNotContain("hush");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port: 465                 | IMPLICIT",
        "port: 587                 | STARTTLS",
        "port: 2525                | STARTTLS",
        "tls: implicit             | IMPLICIT",
        "port: 465\\n  tls: starttls | STARTTLS",
        "starttls: true            | STARTTLS",
        "port: 465\\n  starttls: true | STARTTLS"
      })
  void tls_is_required_and_its_kind_follows_from_the_port(String lines, MailServer.Tls tls)
      throws IOException {
    String section = "host: smtp.example.com\n  " + lines.replace("\\n", "\n");

    assertThat(read(section).tls()).isEqualTo(tls);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port: 25 | host: is required",
        "host: smtp.example.com\\n  starttls: false | on loopback only",
        "host: smtp.example.com\\n  tls: none | on loopback only",
        "host: localhost\\n  starttls: maybe | true or false",
        "host: localhost\\n  tls: ssl | must be implicit, starttls or none",
        "host: localhost\\n  tls: implicit\\n  starttls: true | write only tls",
        "host: localhost\\n  user: latchkey | belong together",
        "host: localhost\\n  user: a\\n  password_file: /nowhere | cannot read",
        "host: localhost\\n  port: 99999 | from 1 to 65535",
        "host: localhost\\n  hots: x | unknown key hots"
      })
  void what_is_wrong_is_named_with_its_line(String section, String why) {
    assertThatThrownBy(() -> read(section.replace("\\n", "\n")))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining(why)
        .hasMessageMatching("(?s).*latchkey.yaml:[0-9]+: .*");
  }

  private MailServer read(String section) throws IOException {
    Path file = directory.resolve("latchkey.yaml");
    Files.writeString(file, "mail:\n  from: latchkey@example.com\n  " + section + "\n");
    return ConfigFile.read(file).outside().mail().orElseThrow();
  }
}
