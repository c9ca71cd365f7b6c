package dev.latchkey.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command in a document, and what it prints according to the document. A line that is only {@code
 * …} stands for any lines, and {@code …} within a line for any text. In the output a document may
 * break a line of JSON: a line that begins with one space continues the line before.
 */
record Step(String command, List<String> output) {
  static final String PROMPT = "$ ";
  private static final String ANYTHING = "…";

  /** A program that serves until it is stopped, in a window of its own. */
  private static final Pattern FOREGROUND =
      Pattern.compile("(?:\\./)?latchkey (?:serve|demo)(?: [^<>|&;]*)?");

  private static final Pattern JSON_CONTINUED =
      Pattern.compile("(?m)(^\\{.*(?:\\n .*)*)\\n (?=\\S)");
  private static final Pattern HERE_DOCUMENT = Pattern.compile("<<-?'?(\\w+)'?");

  /** The commands of a document, in their order. */
  static List<Step> of(Document document) {
    return document.blocks().stream()
        .flatMap(block ->
            block.isTyped()
                ? read(block.lines()).stream()
                : block.file().stream().map(file -> written(file, block)))
        .toList();
  }

  private static Step written(String file, Document.Block block) {
    return new Step("cat > " + file + " <<'END'\n" + block.text() + "END", List.of());
  }

  private static List<Step> read(List<String> lines) {
    var steps = new ArrayList<Step>();
    int at = 0;
    while (at < lines.size()) {
      int next = end(lines, at);
      String command = String.join("\n", lines.subList(at, next)).substring(PROMPT.length());
      at = next;
      while (next < lines.size() && !lines.get(next).startsWith(PROMPT)) {
        next++;
      }
      steps.add(new Step(command, joined(lines.subList(at, next))));
      at = next;
    }
    return steps;
  }

  private static List<String> joined(List<String> output) {
    if (output.isEmpty()) {
      return List.of();
    }
    String text = String.join("\n", output);
    for (Matcher broken = JSON_CONTINUED.matcher(text);
        broken.find();
        broken = JSON_CONTINUED.matcher(text)) {
      text = broken.replaceFirst("$1");
    }
    return List.of(text.split("\n", -1));
  }

  /** The line after the command that begins at this line. */
  private static int end(List<String> lines, int from) {
    if (!lines.get(from).startsWith(PROMPT)) {
      throw new AssertionError("this line follows no command: " + lines.get(from));
    }
    Matcher here = HERE_DOCUMENT.matcher(lines.get(from));
    int at = from;
    if (here.find()) {
      while (!lines.get(at).equals(here.group(1))) {
        at++;
      }
    } else {
      while (lines.get(at).endsWith("\\")) {
        at++;
      }
    }
    return at + 1;
  }

  /** Whether the command goes on running while the next ones are typed. */
  boolean staysRunning() {
    return command.endsWith("&") || hasItsOwnWindow();
  }

  boolean hasItsOwnWindow() {
    return FOREGROUND.matcher(command).matches();
  }

  /** Whether a reader copies this command from what another one has printed. */
  boolean isCopied() {
    return command.contains(ANYTHING);
  }

  /** This command as it was printed, with the values that the document leaves out. */
  Step copiedFrom(String printed) {
    String pattern = Pattern.quote(command).replace(ANYTHING, "\\E\\w+\\Q");
    Matcher line = Pattern.compile(pattern).matcher(printed);
    if (!line.find()) {
      throw new AssertionError("no program has printed " + command + "\n" + printed);
    }
    return new Step(line.group(), output);
  }

  /** Whether the document shows what the command prints. */
  boolean showsOutput() {
    return !output.isEmpty();
  }

  Pattern expected() {
    var pattern = new StringBuilder();
    for (String line : output) {
      pattern.append(
          line.equals(ANYTHING)
              ? "(?:.*\\n)*?"
              : Pattern.quote(line).replace(ANYTHING, "\\E.*\\Q") + "\\n");
    }
    return Pattern.compile(pattern.toString());
  }

  @Override
  public String toString() {
    String first = command.lines().findFirst().orElse("");
    return String.format(Locale.ROOT, "%.100s", first);
  }
}
