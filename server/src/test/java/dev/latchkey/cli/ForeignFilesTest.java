package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands of root on files that belong to the user of the service. */
class ForeignFilesTest {
    private final Path directory = Latchkey.temporaryDirectory();

    @BeforeEach
    void needs_root() {
        assumeTrue(Program.canMount(), "only root can give files to others");
    }

    @Test
    void root_does_not_use_the_store_of_another_user() throws IOException {
        Files.setAttribute(directory, "unix:uid", 12_345);

        Command refused = Command.run("user", "list", "--data", directory.toString());

        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.err())
                .startsWith("latchkey: root does not use " + directory)
                .contains("belongs to 12345", "setpriv --reuid 12345 ")
                .hasLineCount(1);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void root_replaces_no_key_file_in_a_directory_of_another_user() throws IOException {
        Path keys = Files.createDirectory(directory.resolve("keys"));
        Files.setAttribute(keys, "unix:uid", 12_345);

        Command refused = run("key_file: " + keys.resolve("latchkey.key"));

        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.err()).startsWith("latchkey: root does not use " + keys);
    }

    @Test
    void root_loads_no_native_code_from_a_directory_of_another_user() throws IOException {
        Path libraries = Files.createDirectory(directory.resolve("libraries"));
        Files.setAttribute(libraries, "unix:uid", 12_345);

        Command refused = run("library_directory: " + libraries);

        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.err()).startsWith("latchkey: root does not use " + libraries);
        assertThat(libraries).isEmptyDirectory();
    }

    private Command run(String configuration) throws IOException {
        Path file = Files.writeString(directory.resolve("latchkey.yaml"), configuration);
        return Command.run(
                "key",
                "prepare",
                "--data",
                directory.resolve("data").toString(),
                "--config",
                file.toString());
    }
}
