package dev.latchkey.documents;

import dev.latchkey.harness.WrittenPage;
import dev.latchkey.model.Language;
import dev.latchkey.model.Words;
import dev.latchkey.model.alert.AlertKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the kinds of alerts, which is written from them and from the words of the pages. */
class AlertsPageTest {
  private static final String HEAD =
      """
      # Alerts

      What opens an alert, and what to do. [Act on alerts](../how-to/act-on-alerts.md) has where they are shown, and how to mute them. This page is written from the program.

      | Kind | What happened | What to do | Threshold | Mail |
      |---|---|---|---|---|
      """;

  private final Words words = new Words(Language.ENGLISH);

  @Test
  void the_page_has_every_kind() throws IOException {
    String rows = Arrays.stream(AlertKind.values()).map(this::row).collect(Collectors.joining());
    WrittenPage.assertUpToDate("docs/reference/alerts.md", HEAD + rows);
  }

  private String row(AlertKind kind) {
    String key = "alert." + kind;
    String threshold =
        kind.threshold()
            .map(range ->
                "%s: %d (%d to %d)"
                    .formatted(
                        words.say("alerts.threshold." + kind),
                        range.usual(),
                        range.min(),
                        range.max()))
            .orElse("");
    return "| %s, `%s` | %s | %s | %s | %s |%n"
        .formatted(
            words.say(key),
            kind.code(),
            words.say(key + ".means"),
            words.say(key + ".repair"),
            threshold,
            kind.isMailed() ? "yes" : "no");
  }
}
