package dev.latchkey.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command in a document, and what it prints according to the document. A line that is only {@code
 * …} stands for any lines, and {@code …} within a line for any text.
 */
record Step(String command, List<String> output) {
    static final String PROMPT = "$ ";
    private static final Pattern HERE_DOCUMENT = Pattern.compile("<<-?'?(\\w+)'?");

    /** The commands of a document, in their order. */
    static List<Step> of(Document document) {
        return document.blocks().stream()
                .filter(Document.Block::isTyped)
                .flatMap(block -> read(block.lines()).stream())
                .toList();
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
            steps.add(new Step(command, List.copyOf(lines.subList(at, next))));
            at = next;
        }
        return steps;
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
        return command.endsWith("&");
    }

    /** Whether the document shows what the command prints. */
    boolean showsOutput() {
        return !output.isEmpty();
    }

    Pattern expected() {
        var pattern = new StringBuilder();
        for (String line : output) {
            pattern.append(
                    line.equals("…")
                            ? "(?:.*\\n)*?"
                            : Pattern.quote(line).replace("…", "\\E.*\\Q") + "\\n");
        }
        return Pattern.compile(pattern.toString());
    }

    @Override
    public String toString() {
        String first = command.lines().findFirst().orElse("");
        return String.format(Locale.ROOT, "%.100s", first);
    }
}
