package dev.latchkey.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;

/** All documents, and every file that they link, as static files. */
final class Site {
  private static final Templates TEMPLATES = new StaticTemplates();

  /** The look of the product: what it serves as one style sheet, as far as the site needs it. */
  private static final List<String> STYLES = List.of("tokens.css", "base.css", "shell.css");

  private static final String STYLES_OF_PRODUCT = "server/src/main/resources/assets/css/";
  private static final String ICON = "server/src/main/resources/assets/latchkey.svg";
  private static final String WEBJARS = "/META-INF/resources/webjars/";
  private static final List<String> SCRIPTS = List.of("copy.js", "search.js", "diagrams.js");

  private final Path root;
  private final Addresses addresses;

  Site(Path root) {
    this.root = root;
    this.addresses = new Addresses(root);
  }

  /** When a document was changed last, in the milliseconds of its file. */
  long latestChange() {
    return Pages.documents(root)
        .mapToLong(file -> root.resolve(file).toFile().lastModified())
        .max()
        .orElse(0);
  }

  /** Writes everything, and returns the number of pages. */
  int write(Path to) {
    var pages = Pages.read(addresses);
    var frame = new View.Frame(addresses, Navigation.read(root));
    try {
      for (SitePage page : pages.pages()) {
        write(
            to.resolve(page.address()), TEMPLATES.page(View.of(page, frame), page.html()).render());
      }
      for (Path file : pages.copies()) {
        copy(root.resolve(file), to.resolve(file));
      }
      write(to.resolve(View.SEARCH), TEMPLATES.search(View.search(frame), pages.pages()).render());
      write(to.resolve(View.ASSETS).resolve("search.json"), index(pages));
      writeAssets(to.resolve(View.ASSETS));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
    return pages.pages().size();
  }

  /** A part of the search index: the script of the search reads these names. */
  record Found(String address, String page, String heading, String text) {}

  private static String index(Pages pages) {
    List<Found> index =
        pages.pages().stream()
            .flatMap(page ->
                page.sections().stream()
                    .map(section ->
                        new Found(
                            page.address() + "#" + section.anchor(),
                            page.title(),
                            section.title(),
                            section.text())))
            .toList();
    return JsonMapper.shared().writeValueAsString(index);
  }

  private void writeAssets(Path to) throws IOException {
    var style = new StringBuilder(resource(WEBJARS + "picocss__pico/2.1.1/css/pico.min.css"));
    for (String name : STYLES) {
      style.append('\n').append(Files.readString(root.resolve(STYLES_OF_PRODUCT + name)));
    }
    write(to.resolve("site.css"), style.append(resource("/assets/site.css")).toString());
    for (String name : SCRIPTS) {
      write(to.resolve(name), resource("/assets/" + name));
    }
    write(to.resolve("mermaid.js"), resource(WEBJARS + "mermaid/11.6.0/dist/mermaid.min.js"));
    copy(root.resolve(ICON), to.resolve("latchkey.svg"));
  }

  private static String resource(String name) throws IOException {
    try (InputStream file = Objects.requireNonNull(Site.class.getResourceAsStream(name), name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }
}
