package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.gateway.OpenRoute;
import java.util.regex.Pattern;

/** A configuration file: checked settings, or one sentence that names the file and the line. */
class ConfigFileFuzzTest extends ParserFuzz {
    /** Names that are looked up, and files that are read, whatever they are: not from here. */
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
        assertThat(settings.port()).isBetween(0, 65_535);
        for (OpenRoute route : settings.routes().routes()) {
            assertThat(route.pattern().toString()).startsWith("/openapi/v2/");
            assertThat(route.needs().isEmpty()).isFalse();
            assertThat(route.methods()).isNotEmpty();
        }
    }
}
