package dev.latchkey.browser.firefox;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every page of the demo that people reach by links, examined with axe in Firefox. */
@Tag("long")
class FirefoxAccessibilityTest {
  private static final Pattern ID =
      Pattern.compile("(cli|usr|org|team)_[A-Za-z0-9]{22}|/audit/[0-9]+");
  private static final Pattern NO_PAGE =
      Pattern.compile("/(assets|dev|oauth2)/.*|.*/export\\.(csv|json|jsonl)|.*/env");

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"light, en", "dark, zh"})
  void axe_finds_nothing_on_any_page(String theme, String language) throws IOException {
    Path data = Latchkey.temporaryDirectory();
    Path memo = data.resolve("demo.json");
    try (Program demo = Program.start("demo", "--data", data.toString(), "--port", "0");
        var firefox = new Firefox(directory.resolve(theme))) {
      Poll.until(() -> Files.exists(memo) || !demo.isRunning(), "demo.json");
      JsonNode contents = new JsonMapper().readTree(Files.readString(memo));
      firefox.cookie("latchkey_theme", theme);
      firefox.cookie("latchkey_language", language);
      Set<String> seen = new HashSet<>();
      for (JsonNode person : contents.path("users")) {
        examine(firefox, contents.path("base_url").stringValue(), person, seen);
      }
      assertThat(seen).hasSizeGreaterThan(40);
    }
  }

  /** Follows every link, and examines one page of each kind. */
  private static void examine(Firefox firefox, String url, JsonNode person, Set<String> seen) {
    var browser = new Browser(url);
    String email = person.path("email").stringValue();
    String password = person.path("password").stringValue();
    browser.submit(browser.get("/sign-in"), "email", email, "password", password);
    firefox.cookie("latchkey_session", browser.cookie("latchkey_session"));
    var toVisit = new ArrayDeque<>(List.of("/"));
    while (!toVisit.isEmpty()) {
      String link = toVisit.remove();
      firefox.open(url + link);
      firefox.run(AxeBuilder.getAxeScript());
      JsonNode found =
          firefox.evaluate(
              """
              axe.run({resultTypes: ["violations"], iframes: false}).then(result =>
                  result.violations.flatMap(rule => rule.nodes.map(
                      node => rule.id + ": " + node.html + " " + node.failureSummary)))
              """);
      assertThat(found).as("%s for %s", link, email).isEmpty();
      for (JsonNode next :
          firefox.evaluate("[...document.links].map(a => a.getAttribute('href'))")) {
        String path = next.asString("").replaceFirst("[?#].*", "");
        if (path.startsWith("/") && !NO_PAGE.matcher(path).matches() && seen.add(general(path))) {
          toVisit.add(next.asString());
        }
      }
    }
  }

  private static String general(String path) {
    return ID.matcher(path).replaceAll("…");
  }
}
