package dev.latchkey.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.cli.Command;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A command beside a server that might not notice what it changes. */
class UnnoticedCommandTest {
  private final Path data = Latchkey.temporaryDirectory();

  @Test
  void a_command_that_the_running_server_would_not_notice_is_refused() throws IOException {
    try (Program server = Program.serve(data)) {
      assertThat(server.url()).isNotEmpty();
      Files.delete(data.resolve("latchkey.db-visits"));

      Command refused = Command.run("user", "list", "--data", data.toString());

      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.err()).contains("latchkey.db-visits is missing", "restart");
      assertThat(data.resolve("latchkey.db-visits")).doesNotExist();
    }
    assertThat(Command.run("user", "list", "--data", data.toString()).exitCode()).isZero();
  }

  @Test
  void a_server_notices_commands_again_after_the_file_was_replaced_in_which_they_announce_them()
      throws Exception {
    Path visits = data.resolve("latchkey.db-visits");
    try (Program server = Program.serve(data)) {
      assertThat(server.url()).isNotEmpty();
      Files.delete(visits);
      Files.createFile(visits);

      Command first = Command.run("user", "list", "--data", data.toString());
      if (first.exitCode() != 0) {
        assertThat(first.err()).contains("latchkey.db-visits was replaced", "again");
      }
      Poll.until(() -> visits.toFile().length() > 0, "the server's new file");
      assertThat(Command.run("user", "list", "--data", data.toString()).exitCode()).isZero();
    }
  }
}
