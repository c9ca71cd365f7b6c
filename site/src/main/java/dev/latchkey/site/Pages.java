package dev.latchkey.site;

import dev.latchkey.site.Addresses.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The documents, and what can be reached from them: a linked source becomes a page with its text, a
 * linked directory becomes a list of its files.
 *
 * @param copies files that a browser shows by itself
 */
record Pages(List<SitePage> pages, List<Path> copies) {
  private static final List<Path> ABOVE =
      List.of(Path.of("README.md"), Path.of("CHANGELOG.md"), Path.of("CONTRIBUTING.md"));

  /** Where the pages begin. The others are those that a page links. */
  static Stream<Path> documents(Path root) {
    return Stream.concat(ABOVE.stream(), filesBelow(root, Path.of("docs")).stream());
  }

  static Pages read(Addresses addresses) {
    var pages = new ArrayList<SitePage>();
    var copies = new ArrayList<Path>();
    var next = new ArrayDeque<>(documents(addresses.root()).toList());
    var seen = new HashSet<Path>(next);
    while (!next.isEmpty()) {
      Path file = next.remove();
      if (addresses.kind(file) == Kind.COPY) {
        copies.add(file);
        continue;
      }
      SitePage page = read(addresses, file);
      pages.add(page);
      page.linked().stream().sorted().filter(seen::add).forEach(next::add);
    }
    return new Pages(pages, copies);
  }

  private static SitePage read(Addresses addresses, Path file) {
    return switch (addresses.kind(file)) {
      case MARKDOWN -> MarkdownReader.read(addresses, file);
      case DIRECTORY -> directory(addresses, file);
      case TEXT, COPY -> source(addresses, file);
    };
  }

  private static SitePage directory(Addresses addresses, Path directory) {
    List<Path> files = filesBelow(addresses.root(), directory);
    var html = new StringBuilder("<h1>" + escape(directory.toString()) + "</h1>\n<ul>\n");
    for (Path file : files) {
      String href = Addresses.link(addresses.of(directory), addresses.of(file));
      html.append(
          "<li><a href=\"%s\">%s</a></li>\n"
              .formatted(escape(href), title(addresses, file, directory)));
    }
    return page(addresses, directory, html + "</ul>\n", Set.copyOf(files));
  }

  private static String title(Addresses addresses, Path file, Path directory) {
    return escape(
        addresses.kind(file) == Kind.MARKDOWN
            ? MarkdownReader.read(addresses, file).title()
            : directory.relativize(file).toString());
  }

  private static SitePage source(Addresses addresses, Path file) {
    String text = readText(addresses.root().resolve(file));
    String html =
        "<h1>%s</h1>\n<pre tabindex=\"0\"><code>%s</code></pre>\n"
            .formatted(escape(file.toString()), escape(text));
    return page(addresses, file, html, Set.of());
  }

  private static SitePage page(Addresses addresses, Path file, String html, Set<Path> linked) {
    var only = new Section(1, file.toString(), "main", "");
    return new SitePage(file, addresses.of(file), html, List.of(only), linked);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private static String readText(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<Path> filesBelow(Path root, Path directory) {
    try (Stream<Path> files = Files.walk(root.resolve(directory))) {
      return files.filter(Files::isRegularFile).map(root::relativize).sorted().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
