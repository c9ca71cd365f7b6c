package dev.latchkey.login.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Hashing runs with a low priority, so that other work comes first. */
@EnabledOnOs(OS.LINUX)
class LowPriorityThreadsTest {
  /** The index of the field after the name, which is in parentheses: see proc(5). */
  private static final int NICE = 16;

  @Test
  void a_thread_lowers_only_its_own_priority() throws Exception {
    int before = nice();
    var seen =
        new FutureTask<>(() -> {
          LowPriorityThreads.addCurrent();
          return nice();
        });
    Thread.ofPlatform().start(seen);

    assertThat(seen.get()).isEqualTo(10);
    assertThat(nice()).isEqualTo(before);
  }

  private static int nice() throws Exception {
    String stat = Files.readString(Path.of("/proc/thread-self/stat"));
    return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[NICE]);
  }
}
