package dev.latchkey.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The file in which commands announce their commits is replaced while a server has it open. */
class OtherWritersTest {
  private final Path file = Latchkey.temporaryDirectory().resolve("visits");
  private final OtherWriters server = OtherWriters.open(file);

  @Test
  void the_file_of_a_server_is_not_taken_for_another() throws IOException {
    OtherWriters.open(file);

    assertThat(OtherWriters.isReplaced(file)).isFalse();
    long before = server.latest();
    server.followReplaced();
    assertThat(server.latest()).isEqualTo(before);
  }

  @Test
  void a_command_recognizes_an_empty_file_and_a_copy() throws IOException {
    byte[] copy = Files.readAllBytes(file);

    replace(new byte[0]);
    assertThat(OtherWriters.isReplaced(file)).isTrue();
    replace(copy);
    assertThat(OtherWriters.isReplaced(file)).isTrue();
  }

  @Test
  void a_server_of_an_older_version_writes_no_inode() throws IOException {
    replace(new byte[16]);
    assertThat(OtherWriters.isReplaced(file)).isFalse();

    replace(new byte[24]);
    assertThat(OtherWriters.isReplaced(file)).isFalse();
  }

  @Test
  void a_server_invalidates_everything_and_notices_the_commits_in_the_new_file()
      throws IOException, SQLException {
    server.during(() -> {});
    long before = server.latest();
    replace(new byte[0]);

    server.followReplaced();
    long after = server.latest();
    assertThat(after).isGreaterThan(before);
    assertThat(OtherWriters.isReplaced(file)).isFalse();

    OtherWriters.open(file).during(() -> assertThat(server.latestIfIdle()).isEmpty());
    assertThat(server.latestIfIdle()).hasValue(after + 1);
  }

  @Test
  void a_command_that_began_before_announces_its_commits_in_the_new_file()
      throws IOException, SQLException {
    OtherWriters command = OtherWriters.open(file);
    replace(new byte[0]);
    server.followReplaced();

    command.during(() -> assertThat(server.latestIfIdle()).isEmpty());
  }

  private void replace(byte[] content) throws IOException {
    Path other = file.resolveSibling("other");
    Files.write(other, content);
    Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
