package dev.latchkey.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site as it is written: every document is a page, and every link leads somewhere. */
class SiteTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
  private static final Pattern SCRIPT = Pattern.compile("<script(?![^>]* src=)| on[a-z]+=\"");

  @TempDir private static Path site;

  @BeforeAll
  static void write() {
    new Site(ROOT).write(site);
  }

  @Test
  void every_link_leads_to_a_page_and_to_an_anchor_of_it() {
    var broken = new ArrayList<String>();
    for (Path page : pages()) {
      LINK.matcher(read(page))
          .results()
          .map(found -> found.group(1))
          .filter(link -> !link.contains("://") && !link.startsWith("mailto:"))
          .filter(link -> !leadsSomewhere(page, link))
          .forEach(link -> broken.add(site.relativize(page) + ": " + link));
    }

    assertThat(broken).isEmpty();
  }

  private static boolean leadsSomewhere(Path page, String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(URI.create(parts[0]).getPath());
    return Files.isRegularFile(target)
        && (parts.length == 1 || read(target).contains(" id=\"" + parts[1] + "\""));
  }

  @Test
  void every_document_is_a_page() throws IOException {
    var addresses = new Addresses(ROOT);
    try (Stream<Path> documents = Files.walk(ROOT.resolve("docs"))) {
      assertThat(documents.filter(file -> file.toString().endsWith(".md")))
          .allSatisfy(file ->
              assertThat(site.resolve(addresses.of(ROOT.relativize(file)))).isRegularFile());
    }
  }

  /** In the order of the table of all documents, which has each of them. */
  @Test
  void the_navigation_has_every_document_except_decisions() {
    List<Path> entries =
        Navigation.read(ROOT).groups().stream()
            .flatMap(group -> group.entries().stream())
            .map(Navigation.Entry::source)
            .toList();

    assertThat(entries).doesNotHaveDuplicates();
    assertThat(Pages.read(new Addresses(ROOT)).pages())
        .extracting(SitePage::source)
        .filteredOn(source -> source.startsWith("docs") && source.toString().endsWith(".md"))
        .filteredOn(source -> !source.startsWith("docs/decisions"))
        .allSatisfy(source -> assertThat(entries).contains(source));
  }

  @Test
  void no_page_has_a_script_or_a_comment_within_it() {
    assertThat(pages())
        .allSatisfy(page -> {
          assertThat(SCRIPT.matcher(read(page)).results().map(MatchResult::group)).isEmpty();
          assertThat(read(page)).doesNotContain("<!--").contains("script-src &#39;self&#39;");
        });
  }

  private static List<Path> pages() {
    try (Stream<Path> files = Files.walk(site)) {
      return files.filter(file -> file.toString().endsWith(".html")).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
