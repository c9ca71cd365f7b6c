package dev.latchkey.console.program;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program or a value as a page shows it: its comments, texts, numbers and words of the language
 * differ in colour. It tells them apart well enough for programs that are our own.
 */
public final class Highlight {
  /** A longer one has no colours: what a person has entered in it could cost much time. */
  private static final int MAX_CHARS = 10_000;

  /** The possessive quantifiers make no call for each character, so a long text fits the stack. */
  private static final String TEXTS =
      "(?<text>\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])*+'|`[^`]*`)";

  private static final String NUMBERS = "(?<number>\\b[0-9]+(?:\\.[0-9]+)?\\b)";

  /** What a language writes as a comment, and its words. */
  private enum Language {
    SHELL("(?<![^\\s])#.*", "set|printf|curl|export|read|if|then|fi|case|esac|while|do|done"),
    PYTHON(
        "(?<![^\\s])#.*",
        "import|from|as|def|return|if|else|elif|try|except|with|for|in|not|None|True|False|raise"),
    SCRIPT(
        "(?<![^\\s])//.*",
        "import|from|const|let|function|return|if|else|await|async|new|throw|for|of|null|true|false"),
    JAVA(
        "(?<![^\\s])//.*",
        "import|public|private|class|static|void|var|new|throws|return|if|else|final|throw|null"),
    GO("(?<![^\\s])//.*", "package|import|func|var|return|if|else|defer|nil|for|range|type|struct"),
    YAML("(?<![^\\s])#.*", "true|false|null"),
    JSON("(?!)", "true|false|null");

    private final Pattern pattern;

    Language(String comment, String words) {
      this.pattern =
          Pattern.compile(
              "(?<comment>"
                  + comment
                  + ")|"
                  + TEXTS
                  + "|"
                  + NUMBERS
                  + "|(?<word>\\b(?:"
                  + words
                  + ")\\b)");
    }

    static Optional<Language> of(String file) {
      return switch (file.substring(file.lastIndexOf('.') + 1)) {
        case "sh", "curl" -> Optional.of(SHELL);
        case "py" -> Optional.of(PYTHON);
        case "mjs" -> Optional.of(SCRIPT);
        case "java" -> Optional.of(JAVA);
        case "go" -> Optional.of(GO);
        case "yaml" -> Optional.of(YAML);
        case "json" -> Optional.of(JSON);
        default -> Optional.empty();
      };
    }
  }

  private Highlight() {}

  /** {@code file}: its name, which says the language; in another language nothing differs. */
  public static Content of(String text, String file) {
    return Language.of(file)
        .filter(_ -> text.length() <= MAX_CHARS)
        .<Content>map(language -> output -> write(output, text, language))
        .orElse(output -> output.writeUserContent(text));
  }

  private static void write(TemplateOutput output, String text, Language language) {
    Matcher found = language.pattern.matcher(text);
    int end = 0;
    while (found.find()) {
      output.writeUserContent(text.substring(end, found.start()));
      output.writeContent("<span class=\"" + kind(found) + "\">");
      output.writeUserContent(found.group());
      output.writeContent("</span>");
      end = found.end();
    }
    output.writeUserContent(text.substring(end));
  }

  private static String kind(Matcher found) {
    if (found.group("comment") != null) {
      return "code-comment";
    }
    if (found.group("text") != null) {
      return "code-text";
    }
    return found.group("number") != null ? "code-number" : "code-word";
  }
}
