package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.edge.gateway.RouteNotes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a row of the configuration notes about its calls. */
class RouteNotesTest {
  private static final String ROW =
      """
      upstreams: {platform: {addresses: [http://127.0.0.1:9000]}}
      routes:
        - methods: [GET]
          path: /people/{person_id}/**
          scopes: [read:project:info]
          upstream: platform
      """;

  private final Path file;

  RouteNotesTest(@TempDir Path directory) {
    this.file = directory.resolve("latchkey.yaml");
  }

  private RouteNotes read(String... lines) throws IOException {
    Files.writeString(file, ROW + "    " + String.join("\n    ", lines) + "\n");
    return ConfigFile.read(file).platform().routes().routes().getLast().notes();
  }

  @Test
  void they_are_what_the_file_says() throws IOException {
    RouteNotes notes =
        read(
            "masked: ['{person_id}', '**']",
            "deprecated: 2026-11-01",
            "sunset: 2027-05-01",
            "deprecation_link: https://docs.example.com/v3");

    assertThat(notes.masked()).isEqualTo(Set.of("{person_id}", "**"));
    assertThat(notes.deprecation())
        .contains(
            RouteNotes.Deprecation.of(
                LocalDate.parse("2026-11-01"),
                Optional.of(LocalDate.parse("2027-05-01")),
                Optional.of(URI.create("https://docs.example.com/v3"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "masked: ['{other}']           |                       | {other} is not a segment of the path",
        "masked: [people]              |                       | must be segments such as {user_id}",
        "deprecated: soon              |                       | must be a day such as 2027-05-01",
        "sunset: 2027-05-01            |                       | needs the key deprecated as well",
        "deprecated: 2027-05-02        | sunset: 2027-05-01    | before the day of the key deprecated",
        "deprecated: 2027-05-02        | deprecation_link: a>b | must be an address such as"
      })
  void mistakes_are_named(String line, String next, String what) {
    String[] lines = next == null ? new String[] {line} : new String[] {line, next};
    assertThatThrownBy(() -> read(lines))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining(what)
        .hasMessageMatching("(?s).*latchkey.yaml:[0-9]+: .*");
  }
}
