package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Stops a run by SIGTERM. Ctrl-C has the same effect, but it cannot be tested: if a shell starts
 * these tests in the background, they ignore its signal.
 */
class InterruptedRunTest {
  private final Path temporary = Latchkey.temporaryDirectory();

  @Test
  void a_run_stopped_while_it_fills_leaves_nothing_behind() {
    Program run = bench("--tokens", "1000000");
    Poll.until(() -> run.err().contains(" users,") || !run.isRunning(), "filling");
    assertThat(run.isRunning()).isTrue();
    assertThat(temporary).isDirectoryContaining("glob:**/latchkey-bench*");

    run.close();

    assertThat(temporary).isEmptyDirectory();
  }

  /**
   * The children of a run are the server, the service behind its gateway, and the servers with
   * fixed answers. One of these is nginx, if it is installed.
   */
  @Test
  void a_run_stopped_while_it_measures_leaves_no_file_and_no_process_behind() {
    Program run = bench("--tokens", "10000");
    Poll.until(() -> run.err().contains("fixed answer") || !run.isRunning(), "measuring");
    List<ProcessHandle> children = run.children();
    assertThat(children).hasSizeBetween(3, 4).allMatch(ProcessHandle::isAlive);

    run.close();

    assertThat(children).noneMatch(ProcessHandle::isAlive);
    assertThat(temporary).isEmptyDirectory();
  }

  private Program bench(String... more) {
    return Program.another(
        Main.class.getName(),
        temporary,
        "introspect --stock 256 --seconds 1 --connections 4 %s"
            .formatted(String.join(" ", more))
            .split(" "));
  }
}
