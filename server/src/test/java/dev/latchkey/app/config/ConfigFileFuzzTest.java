package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.fuzz.ParserFuzz;
import java.util.regex.Pattern;

/** Any text gives checked settings, or an error in one line that names the file and the line. */
class ConfigFileFuzzTest extends ParserFuzz {
  /**
   * Keys whose values are host names or files. They are not taken from the input, because they
   * would be looked up or read.
   */
  private static final Pattern ASKS_OUTSIDE =
      Pattern.compile("(?s).*(listen|certificate|client_secret_file|password_file).*");

  @Override
  protected void holds(byte[] input) {
    String text = utf8(input);
    if (ASKS_OUTSIDE.matcher(text).matches()) {
      return;
    }
    Settings settings;
    try {
      settings = ConfigFile.parse("latchkey.yaml", text);
    } catch (ConfigFault fault) {
      assertThat(fault.getMessage()).isNotBlank();
      return;
    }
    assertThat(settings.listening().at().port()).isBetween(0, 65_535);
    for (OpenRoute route : settings.platform().routes().routes()) {
      assertThat(route.pattern().toString()).startsWith("/openapi/v2/");
      assertThat(route.needs().isEmpty()).isFalse();
      assertThat(route.methods()).isNotEmpty();
    }
  }
}
