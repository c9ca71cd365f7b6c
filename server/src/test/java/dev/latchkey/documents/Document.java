package dev.latchkey.documents;

import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documentation: its headings, its links and its code blocks. */
record Document(Path path, String text) {
  private static final Pattern FENCE = Pattern.compile("(?ms)^( *)```.*?^\\1```$");
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?ms)(?:^ *<!-- (?<mark>[^\\n]*) -->\\n)?"
              + "^(?<indent> *)```(?<language>[a-z]*)\\n(?<code>.*?)^\\k<indent>```$"
              + "|^<!-- first:\\n(?<first>.*?)^-->$");
  private static final Pattern GIVEN = Pattern.compile("(?m)^<!-- given: (.*) -->$");
  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
  private static final Pattern HEADING = Pattern.compile("(?m)^(#{1,4}) (.+)$");
  private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^\\]]*]\\(([^)\\s]+)\\)");
  private static final Pattern IMAGE =
      Pattern.compile("!\\[[^\\]]*]\\(([^)\\s]+)\\)|<img src=\"([^\"]+)\"");

  /** A heading, and its anchor in the form of the common hosts of repositories. */
  record Heading(int level, String title, String anchor) {}

  /**
   * A block of code, or the commands in a comment that begins with {@code first:}.
   *
   * @param mark the comment on the line above, for example {@code file: latchkey.yaml}
   */
  record Block(String language, String mark, List<String> lines) {
    private static final String FIRST = "first";
    private static final String CONSOLE = "shellsession";
    private static final String FILE = "file: ";

    /** Whether a test types the commands of this block. */
    boolean isTyped() {
      return language.equals(CONSOLE) || language.equals(FIRST);
    }

    /** The name of the file that a reader of the page has with the contents of this block. */
    Optional<String> file() {
      return mark.startsWith(FILE) ? Optional.of(mark.substring(FILE.length())) : Optional.empty();
    }

    String text() {
      return String.join("\n", lines) + "\n";
    }

    @Override
    public String toString() {
      return language + ": " + lines.getFirst();
    }
  }

  /** All pages: those of {@code docs/}, and the ones above it. */
  static List<Document> all() {
    Path root = Checkout.file("").normalize();
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      Stream<Path> above =
          Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md")
              .map(root::resolve);
      return Stream.concat(above, docs.filter(file -> file.toString().endsWith(".md")))
          .sorted()
          .map(Document::read)
          .toList();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  static Document read(Path path) {
    try {
      return new Document(path.normalize(), Files.readString(path));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** The path below the root of the project. */
  String name() {
    return Checkout.file("").normalize().relativize(path).toString();
  }

  /** The text without code and without comments. */
  String prose() {
    return COMMENT.matcher(FENCE.matcher(text).replaceAll("")).replaceAll("");
  }

  /** What a reader sees: the text without comments. */
  String shown() {
    return COMMENT.matcher(text).replaceAll("");
  }

  List<Heading> headings() {
    Map<String, Integer> seen = new HashMap<>();
    var headings = new ArrayList<Heading>();
    Matcher heading = HEADING.matcher(FENCE.matcher(text).replaceAll(""));
    while (heading.find()) {
      String title = heading.group(2).strip();
      String anchor = anchor(title);
      int before = seen.merge(anchor, 1, Integer::sum) - 1;
      headings.add(
          new Heading(
              heading.group(1).length(), title, before == 0 ? anchor : anchor + "-" + before));
    }
    return headings;
  }

  private static String anchor(String title) {
    return title
        .replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  List<Block> blocks() {
    return BLOCK.matcher(text).results().map(Document::block).toList();
  }

  private static Block block(MatchResult found) {
    String first = found.group("first");
    if (first != null) {
      return new Block(Block.FIRST, "", first.lines().toList());
    }
    int indent = found.group("indent").length();
    return new Block(
        found.group("language"),
        Objects.requireNonNullElse(found.group("mark"), ""),
        found.group("code").lines().map(line -> line.substring(indent)).toList());
  }

  /** What a reader of this page has before the first command: the words after {@code given:}. */
  Set<String> given() {
    Matcher given = GIVEN.matcher(text);
    return given.find() ? Set.of(given.group(1).split(", ")) : Set.of();
  }

  List<String> links() {
    return LINK.matcher(prose()).results().map(link -> link.group(1)).toList();
  }

  List<String> images() {
    return IMAGE
        .matcher(prose())
        .results()
        .map(image -> image.group(1) == null ? image.group(2) : image.group(1))
        .toList();
  }

  @Override
  public String toString() {
    return name();
  }
}
