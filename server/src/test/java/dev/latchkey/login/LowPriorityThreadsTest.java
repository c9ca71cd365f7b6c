package dev.latchkey.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Hashing gives way to whatever else there is to do. */
@EnabledOnOs(OS.LINUX)
class LowPriorityThreadsTest {
    /** Counted after the name, which stands in brackets: see proc(5). */
    private static final int NICE = 16;

    @Test
    void a_thread_takes_it_for_itself_alone() throws Exception {
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
