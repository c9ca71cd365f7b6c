package dev.latchkey.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One entry is one line, whatever text it contains (security row 126). */
class ProgramLogCopyTest {
  private static final String FORGED =
      "192.0.2.7\r\n{\"event\":\"sign_in\",\"outcome\":\"ok\"}\u2028\u0000\u001b[2J";

  @Test
  void input_from_a_caller_cannot_start_a_new_log_line() {
    var bytes = new ByteArrayOutputStream();
    var log = new ProgramLogCopy(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    log.accept(
        AuditEntry.of(new RequestMoment(Instant.EPOCH, FORGED), AuditEvent.SIGN_IN, AuditOutcome.OK)
            .by(new Id.User(FORGED)));

    String text = bytes.toString(StandardCharsets.UTF_8);
    assertThat(text.strip().lines()).hasSize(1);
    assertThat(text.strip().chars()).noneMatch(Character::isISOControl);
    JsonNode line = new JsonMapper().readTree(text);
    assertThat(line.path("event").asString()).isEqualTo("sign_in");
    assertThat(line.path("address").asString()).isEqualTo(FORGED);
    assertThat(line.path("user_id").asString()).isEqualTo(FORGED);
  }
}
