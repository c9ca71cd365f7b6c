package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every block of code says what it is, and every command in it is run, or has a reason.
 *
 * <p>The language of a block says who checks it. {@code shellsession} is typed by {@link
 * DocumentCommandsTest}; of {@code console}, {@code bash} and {@code sh} another test runs the
 * commands, or none, with a reason here; the program that reads it accepts each {@code yaml},
 * {@code nginx} and {@code haproxy}; {@code mermaid} is drawn. Other languages contain no commands.
 */
class CommandBlocksTest {
  /** Languages of commands that {@link DocumentCommandsTest} does not type. */
  private static final Set<String> COMMANDS = Set.of("console", "bash", "sh");

  private static final Set<String> OTHERS =
      Set.of(
          "text",
          "json",
          "yaml",
          "nginx",
          "haproxy",
          "mermaid",
          "apache",
          "caddyfile",
          "vcl",
          "lua",
          "ini",
          "sql",
          "java",
          "python",
          "js");

  private static final Pattern COMMAND =
      Pattern.compile("(?:\\$ |\\./latchkey |\\./verify|curl |latchkey \\w).*");
  private static final Pattern INDENTED =
      Pattern.compile("(?m)^ {4,}(?:\\$ |\\./latchkey |\\./verify |curl ).*$");
  private static final Pattern PATH =
      Pattern.compile(
          "(?<![\\w./-])(?:docs|bench|examples|packaging|harness)/[\\w./-]*\\.(?:md|json|yml|java|png)\\b");

  /** Blocks of a document that are not typed, and why. */
  private record Untyped(String document, int blocks, String reason) {}

  /** A block is added only if nothing here can run it. */
  private static final List<Untyped> UNTYPED =
      List.of(
          new Untyped("bench/README.md", 3, "a benchmark takes minutes"),
          new Untyped("docs/develop/clients.md", 1, "ClientLibrariesTest starts the programs"),
          new Untyped("docs/how-to/kubernetes.md", 4, "they need a cluster"),
          new Untyped("docs/how-to/patroni.md", 9, "PatroniCluster has its configuration"),
          new Untyped("docs/how-to/review-access.md", 3, "they need what a server has signed"),
          new Untyped("docs/inside/reliability.md", 4, "they take an hour"),
          new Untyped("docs/operate/auditors.md", 2, "AuditVerifyTest does the same"),
          new Untyped("docs/operate/install.md", 5, "packaging/try and LauncherTest"),
          new Untyped("docs/reference/configuration.md", 1, "ReadOnlySystemTest does the same"),
          new Untyped("docs/reference/management-api.md", 13, "ApiDocumentTest runs them"));

  /** Without the page of commands: CommandPagesTest writes it and parses its examples. */
  static List<Document> documents() {
    return Document.all().stream()
        .filter(document -> !document.name().equals("docs/reference/options.md"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void a_command_block_is_run_or_has_a_reason(Document document) {
    List<Document.Block> untyped =
        document.blocks().stream()
            .filter(block -> COMMANDS.contains(block.language()))
            .filter(block -> !block.mark().startsWith("GuideTest: "))
            .toList();

    assertThat(untyped)
        .hasSize(
            UNTYPED.stream()
                .filter(known -> known.document().equals(document.name()))
                .mapToInt(Untyped::blocks)
                .sum());
  }

  @ParameterizedTest
  @MethodSource("documents")
  void a_block_without_commands_contains_none(Document document) {
    assertThat(document.blocks())
        .filteredOn(block -> !COMMANDS.contains(block.language()) && !block.isTyped())
        .allSatisfy(block -> {
          assertThat(block.language()).isIn(OTHERS);
          assertThat(block.lines()).noneMatch(line -> COMMAND.matcher(line).matches());
        });
    assertThat(INDENTED.matcher(document.prose()).results().map(MatchResult::group)).isEmpty();
  }

  static List<Document> currentDocuments() {
    return documents().stream()
        .filter(document -> !document.name().startsWith("docs/decisions/"))
        .toList();
  }

  /** Also in blocks and in code within a line, where they are no links. */
  @ParameterizedTest
  @MethodSource("currentDocuments")
  void every_path_of_a_file_exists(Document document) {
    assertThat(PATH.matcher(document.text()).results().map(MatchResult::group))
        .allSatisfy(path -> assertThat(Checkout.file(path)).exists());
  }
}
