package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.model.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sections of the configuration with times and counts. */
class LimitsSectionTest {
  @TempDir private Path directory;

  @Test
  void a_code_lives_ten_minutes_at_most() throws IOException {
    assertThat(read("code_seconds: 600").code()).isEqualTo(Duration.ofMinutes(10));
    assertThatThrownBy(() -> read("code_seconds: 601"))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining("code_seconds: must be from 10 to 600, not 601");
  }

  @ParameterizedTest
  @CsvSource({
    "code_seconds, 9",
    "access_token_seconds, 2592001",
    "refresh_token_days, 3651",
    "grant_days, 3651",
    "replay_grace_seconds, 601",
    "session_hours, 721",
    "session_idle_minutes, 10081",
    "reauthentication_minutes, 1441",
    "reset_minutes, 1441",
    "invitation_hours, 721",
    "wrong_passwords_per_minute, 0",
    "wrong_secrets_per_minute, 10001"
  })
  void a_value_out_of_range_is_named(String key, int value) {
    assertThatThrownBy(() -> read(key + ": " + value))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining(key + ": must be from ")
        .hasMessageContaining("not " + value);
  }

  private Limits read(String section) throws IOException {
    Path file = directory.resolve("latchkey.yaml");
    Files.writeString(file, "limits:\n  " + section + "\n");
    return ConfigFile.read(file).limits();
  }
}
