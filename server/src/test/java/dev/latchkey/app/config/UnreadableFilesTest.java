package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A text that is not YAML, or not a configuration, gives an error in one line that names the file.
 */
class UnreadableFilesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "port: 8080\u0007\n",
        "? [a]\n: b\n",
        "{[a]: b}\n",
        "port: *nowhere\n",
        "port: 1\nport: 2\n",
        "port: [\n",
        "\"\\",
        "- a\n- b\n",
      })
  void is_a_fault_that_names_the_file(String text) {
    assertThatThrownBy(() -> ConfigFile.parse("latchkey.yaml", text))
        .isInstanceOf(ConfigFault.class)
        .hasMessageStartingWith("latchkey.yaml:");
  }

  @Test
  void nesting_without_end_is_a_fault_too() {
    assertThatThrownBy(() -> ConfigFile.parse("latchkey.yaml", "port: " + "[".repeat(100_000)))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining("nested too deeply");
  }
}
