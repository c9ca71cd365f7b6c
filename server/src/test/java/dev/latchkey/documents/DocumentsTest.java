package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whether the documentation can be found and read: links, contents and length of each page.
 *
 * <p>A page answers one question of one kind of reader, so it has a limit. Only the list of
 * options, which the program writes, has none.
 */
class DocumentsTest {
  /** What a person reads in ten minutes. Tables are looked up, and are not counted. */
  private static final int TEN_MINUTES = 2_400;

  /** Names of test classes, and links to decisions. */
  private static final Pattern INSIDE = Pattern.compile("\\b[A-Z]\\w+Tests?\\b|decisions/\\d+");

  private static final Pattern TABLE_ROW = Pattern.compile("(?m)^\\|.*$");

  static List<Document> documents() {
    return Document.all();
  }

  /** All pages but decisions and the index. The page of commands has a table as its contents. */
  static Stream<Document> pages() {
    return documents().stream()
        .filter(document -> document.name().matches("(docs|bench)/.*"))
        .filter(document -> !document.name().startsWith("docs/decisions/"))
        .filter(document ->
            !Set.of("docs/README.md", "docs/reference/options.md").contains(document.name()));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void every_link_leads_somewhere(Document document) {
    assertThat(document.links())
        .filteredOn(link -> !link.contains("://") && !link.startsWith("mailto:"))
        .allSatisfy(link -> assertThat(target(document, link)).as(link).isTrue());
  }

  private static boolean target(Document from, String link) {
    String[] parts = link.split("#", 2);
    Path file = parts[0].isEmpty() ? from.path() : from.path().resolveSibling(parts[0]).normalize();
    return Files.exists(file)
        && (parts.length == 1
            || Document.read(file).headings().stream()
                .anyMatch(heading -> heading.anchor().equals(parts[1])));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void every_picture_exists(Document document) {
    assertThat(document.images())
        .allSatisfy(image -> assertThat(document.path().resolveSibling(image)).exists());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_begins_with_its_contents(Document page) {
    List<String> chapters =
        page.headings().stream()
            .filter(heading -> heading.level() == 2)
            .map(heading -> "- [" + heading.title() + "](#" + heading.anchor() + ")")
            .toList();
    if (chapters.size() > 1) {
      assertThat(page.text()).contains(String.join("\n", chapters) + "\n");
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_can_be_read_in_ten_minutes(Document page) {
    String read = TABLE_ROW.matcher(page.prose()).replaceAll("");

    assertThat(read.split("\\s+")).hasSizeLessThanOrEqualTo(TEN_MINUTES);
  }

  static Stream<Document> pagesForUsers() {
    return documents().stream()
        .filter(page ->
            page.name().matches("README.md|docs/([a-z-]+|(how-to|operate|develop)/.*)\\.md"));
  }

  /** They speak to operators and developers. What proves it is in docs/inside. */
  @ParameterizedTest
  @MethodSource("pagesForUsers")
  void a_page_for_users_names_no_test_and_no_decision(Document page) {
    assertThat(INSIDE.matcher(page.shown()).results().map(MatchResult::group)).isEmpty();
  }

  @Test
  void every_page_can_be_reached_from_the_readme() {
    Path readme = Checkout.file("README.md").normalize();
    Set<Path> reached = new HashSet<>(Set.of(readme));
    var next = new ArrayDeque<>(reached);
    while (!next.isEmpty()) {
      Document document = Document.read(next.remove());
      for (String link : document.links()) {
        Path file = document.path().resolveSibling(link.replaceFirst("#.*", "")).normalize();
        if (link.contains(".md") && !link.contains("://") && reached.add(file)) {
          next.add(file);
        }
      }
    }

    assertThat(documents())
        .filteredOn(document -> !document.name().startsWith("docs/decisions/"))
        .extracting(Document::path)
        .allMatch(reached::contains);
  }
}
