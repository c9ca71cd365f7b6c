package dev.latchkey.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each message of the program is one complete line of JSON, whatever it contains. */
class ProgramLogTest {
  @Test
  void a_message_contains_its_parameters() {
    var entry = new LogRecord(Level.WARNING, "upstream {0}: {1} accepts no connection ({2})");
    entry.setParameters(new Object[] {"issues", "http://127.0.0.1:9", "ConnectException"});

    assertThat(line(entry).path("message").asString())
        .isEqualTo("upstream issues: http://127.0.0.1:9 accepts no connection (ConnectException)");
  }

  @Test
  void a_message_of_several_lines_and_a_failure_are_one_line() {
    var entry = new LogRecord(Level.SEVERE, "first\r\n{\"level\":\"info\"}\u001b[31m {x}");
    entry.setThrown(new IllegalStateException("why"));

    JsonNode line = line(entry);
    assertThat(line.path("level").asString()).isEqualTo("severe");
    assertThat(line.path("message").asString()).startsWith("first\r\n{").endsWith("{x}");
    assertThat(line.path("thrown").asString()).contains("IllegalStateException: why");
  }

  private static JsonNode line(LogRecord entry) {
    var bytes = new ByteArrayOutputStream();
    new ProgramLog(new PrintStream(bytes, true, StandardCharsets.UTF_8)).publish(entry);
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
    return new JsonMapper().readTree(bytes.toByteArray());
  }
}
