package dev.latchkey.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.host.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A node that is started before its database. */
class DatabaseWaitTest {
  private final int port = FreePort.pick();
  private final String database =
      "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres&password=hush";

  @Test
  void a_node_waits_for_its_database_and_says_so_once() throws IOException {
    try (Program node = Program.serve(Latchkey.temporaryDirectory(), database)) {
      Poll.until(() -> node.err().contains("waits for the database"), "a line");
      assertThat(node.err())
          .hasLineCount(1)
          .contains("60 seconds at most", "localhost:" + port)
          .doesNotContain("hush");

      try (EmbeddedPostgres server = Postgres.quiet().setPort(port).start()) {
        assertThat(server.getPort()).isEqualTo(port);
        assertThat(Http.here().get(node.url() + "/health/ready").status()).isEqualTo(200);
        node.kill();
      }
    }
  }

  @Test
  void a_node_whose_database_does_not_come_ends_with_the_reason() throws IOException {
    Path data = Latchkey.temporaryDirectory();
    Path file = Files.writeString(data.resolve("latchkey.yaml"), "database_wait_seconds: 1\n");
    Program node =
        Program.start(
            "serve",
            "--data",
            data.toString(),
            "--config",
            file.toString(),
            "--database",
            database);

    assertThat(node.exitCode()).isEqualTo(1);
    assertThat(node.err().lines().toList())
        .hasSize(2)
        .last()
        .asString()
        .startsWith("latchkey: cannot reach the database: ");
  }
}
