package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Nginx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Types the commands of the blocks {@code shellsession} of each document in one shell, in their
 * order, and compares what they print.
 */
class DocumentCommandsTest {
    /** Ports and directories of the documents, each of which a test replaces by its own. */
    private static final List<String> PORTS = List.of("8080", "8443", "9464", "9000");

    private static final List<String> DIRECTORIES =
            List.of("/var/lib/latchkey", "/etc/latchkey", "/backups");

    static List<Document> documentsWithCommands() {
        return Document.all().stream().filter(document -> !Step.of(document).isEmpty()).toList();
    }

    @ParameterizedTest
    @MethodSource("documentsWithCommands")
    void every_command_prints_what_the_document_shows(Document document) throws IOException {
        Path directory = Latchkey.temporaryDirectory();
        Map<String, String> here = replacements(directory);
        try (var terminal = new Terminal(directory, here.getOrDefault("8080", ""))) {
            for (Step step : Step.of(document)) {
                type(replaced(step, here), terminal);
            }
        }
    }

    private static void type(Step step, Terminal terminal) {
        if (step.staysRunning()) {
            terminal.start(step.command(), step.expected());
            return;
        }
        Terminal.Result result = terminal.run(step.command());
        if (step.showsOutput()) {
            assertThat(result.output()).as(step.command()).matches(step.expected());
        }
        assertThat(result.exitCode())
                .as("the exit code of %s, which printed%n%s", step, result.output())
                .isZero();
    }

    @Test
    void there_are_commands() {
        assertThat(documentsWithCommands())
                .extracting(Document::name)
                .contains("docs/quick-start.md");
    }

    private static Map<String, String> replacements(Path directory) throws IOException {
        var here = new LinkedHashMap<String, String>();
        for (String port : PORTS) {
            here.put(port, String.valueOf(Nginx.freePort()));
        }
        for (String path : DIRECTORIES) {
            here.put(
                    path, Files.createDirectories(directory.resolve(path.substring(1))).toString());
        }
        here.put("./latchkey ", "latchkey ");
        return here;
    }

    private static Step replaced(Step step, Map<String, String> here) {
        return new Step(
                replaced(step.command(), here),
                step.output().stream().map(line -> replaced(line, here)).toList());
    }

    private static String replaced(String text, Map<String, String> here) {
        String replaced = text;
        for (var each : here.entrySet()) {
            replaced = replaced.replace(each.getKey(), each.getValue());
        }
        return replaced;
    }
}
