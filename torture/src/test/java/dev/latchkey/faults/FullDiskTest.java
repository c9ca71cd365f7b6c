package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.Store;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real disk without free space. It is a small disk in memory, which only root can mount. */
class FullDiskTest {
  private final Path disk = Latchkey.temporaryDirectory();
  private final Path otherFile = disk.resolve("of-others");
  private boolean isMounted;

  @BeforeEach
  void mount() throws Exception {
    isMounted = run("mount", "-t", "tmpfs", "-o", "size=64m", "none", disk.toString()) == 0;
    assumeTrue(isMounted, "only root can mount a disk");
  }

  @AfterEach
  void unmount() throws Exception {
    if (isMounted) {
      run("umount", "--lazy", disk.toString());
    }
  }

  @Test
  void on_a_full_disk_everything_can_be_refreshed_and_ended_until_there_is_room_again()
      throws IOException {
    Path data = Files.createDirectory(disk.resolve("data"));
    Path reserve = data.resolve("latchkey.db-reserve");
    try (Latchkey latchkey = Latchkey.start(Store.SQLITE, settings -> settings.in(data))) {
      Person leaver = latchkey.person();
      App app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      Tokens ofLeaver = app.tokens(latchkey.browser().signIn(leaver));
      Tokens tokens = app.tokens(browser);
      String code = app.code(browser);
      Poll.until(() -> Files.exists(reserve), "the reserve");

      fillDisk();

      for (int i = 0; i < 50; i++) {
        tokens = Tokens.of(app.refresh(tokens.refresh()));
      }
      assertThat(app.redeem(code).status()).isEqualTo(503);
      assertThat(browser.approve(app.consentPage(browser)).status()).isEqualTo(503);
      assertThat(app.revoke(tokens.access()).status()).isEqualTo(200);
      assertThat(latchkey.isActive(tokens.access())).isFalse();
      latchkey.disable(leaver);
      assertThat(latchkey.isActive(ofLeaver.access())).isFalse();
      assertThat(reserve).doesNotExist();

      Files.delete(otherFile);

      Poll.until(() -> app.redeem(code).status() == 200, "room for a new pair");
      assertThat(reserve).hasSize(16 << 20);
    }
  }

  /** Fills the disk as another program would. */
  private void fillDisk() throws IOException {
    try (var file =
        FileChannel.open(otherFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int size : new int[] {1 << 20, 4_096, 1}) {
        writeAll(file, size);
      }
    }
  }

  private static void writeAll(FileChannel file, int size) {
    try {
      while (true) {
        file.write(ByteBuffer.allocate(size));
      }
    } catch (IOException full) {
      // The disk is full.
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
  }
}
