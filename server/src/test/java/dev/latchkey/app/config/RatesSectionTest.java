package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.edge.gateway.Rates;
import dev.latchkey.model.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The section of the configuration about request rates. */
class RatesSectionTest {
  private final Path file;

  RatesSectionTest(@TempDir Path directory) {
    this.file = directory.resolve("latchkey.yaml");
  }

  @Test
  void nothing_is_limited_unless_the_file_says_so() {
    assertThat(ConfigFile.defaults().connections().rates()).isEqualTo(Rates.NONE);
  }

  @Test
  void a_burst_is_a_minutes_worth_unless_the_file_says_otherwise() {
    Rates rates =
        read(
            """
            rates:
              address: { per_minute: 600 }
              token:
                per_minute: 120
                burst: 20
            """);

    assertThat(rates)
        .isEqualTo(
            new Rates(
                Optional.of(new Rate(600, 600)), Optional.of(new Rate(120, 20)), Optional.empty()));
  }

  @Test
  void an_invalid_rate_is_named_with_its_line() {
    assertFault(
        "rates:\n  token: { burst: 5 }",
        "latchkey.yaml:2: rates.token.per_minute: is required: from 1 to 1000000");
    assertFault(
        "rates:\n  tokens: { per_minute: 5 }", "latchkey.yaml:2: rates.tokens: unknown key tokens");
    assertFault(
        "rates:\n  token:\n    per_minute: 0",
        "latchkey.yaml:3: rates.token.per_minute: must be from 1 to 1000000, not 0");
  }

  private void assertFault(String text, String complaint) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining(complaint);
  }

  private Rates read(String text) {
    try {
      return ConfigFile.read(Files.writeString(file, text)).connections().rates();
    } catch (IOException broken) {
      throw new IllegalStateException(broken);
    }
  }
}
