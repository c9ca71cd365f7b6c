package dev.latchkey.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The address of each file on the site. The tree is that of the checkout, so most relative links
 * stay as they are written.
 */
record Addresses(Path root) {
  private static final String INDEX = "index.html";

  /** What a browser shows by itself. Other files become a page with their text. */
  private static final Set<String> COPIED = Set.of("png", "svg", "json");

  /** What the site makes of a file. */
  enum Kind {
    MARKDOWN,
    DIRECTORY,
    COPY,
    TEXT
  }

  Kind kind(Path file) {
    String name = file.getFileName().toString();
    if (Files.isDirectory(root.resolve(file))) {
      return Kind.DIRECTORY;
    }
    if (name.endsWith(".md")) {
      return Kind.MARKDOWN;
    }
    return COPIED.contains(name.substring(name.lastIndexOf('.') + 1)) ? Kind.COPY : Kind.TEXT;
  }

  /** The path of the page below the root of the site. */
  Path of(Path file) {
    String name = file.getFileName().toString();
    return switch (kind(file)) {
      case DIRECTORY -> file.resolve(INDEX);
      case MARKDOWN ->
          file.resolveSibling(name.equals("README.md") ? INDEX : name.replaceAll("md$", "html"));
      case COPY -> file;
      case TEXT -> file.resolveSibling(name + ".html");
    };
  }

  /** The link from one page of the site to another. */
  static String link(Path from, Path to) {
    Path directory = from.getParent();
    return (directory == null ? to : directory.relativize(to)).toString();
  }
}
