package dev.latchkey.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What commands print of texts that others have chosen. */
class ResultOptionsTest {
  @Test
  void a_text_that_a_caller_chose_does_not_command_the_terminal() {
    var printed = new StringWriter();
    var row = Json.object().put("user_agent", "\u009b2Jbot\u001b]0;x\u0007\u202e\ttab");
    ResultOptions.printTable(new PrintWriter(printed, true), List.of(row), List.of("user_agent"));

    assertThat(printed.toString()).contains("\uFFFD2Jbot\uFFFD]0;x\uFFFD\uFFFD\ttab");
  }
}
