package dev.latchkey.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A page before its layout.
 *
 * @param source the file, below the root of the checkout
 * @param address the page, below the root of the site
 * @param linked the files that it links
 */
record SitePage(Path source, Path address, String html, List<Section> sections, Set<Path> linked) {
  String title() {
    return sections.getFirst().title();
  }

  /** What stands beside the page. */
  List<Section> contents() {
    return sections.stream().filter(section -> section.level() == 2).toList();
  }

  boolean hasDiagrams() {
    return html.contains("class=\"language-mermaid\"");
  }
}
