package dev.latchkey.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The diagrams of the documentation can be drawn by the library that hosts of pages use. */
@OneBrowser
class DiagramsTest {
  private static final Pattern DIAGRAM = Pattern.compile("(?ms)^```mermaid\\n(.*?)^```$");
  private static final String LIBRARY =
      "/META-INF/resources/webjars/mermaid/11.6.0/dist/mermaid.min.js";

  @Test
  void every_diagram_is_drawn() throws IOException {
    List<String> diagrams = diagrams();
    try (var chromium = new Chromium()) {
      Page page = chromium.page();
      page.setContent("<body style='background: white'></body>");
      page.addScriptTag(new Page.AddScriptTagOptions().setContent(library()));
      page.evaluate("mermaid.initialize({startOnLoad: false})");

      for (String diagram : diagrams) {
        page.evaluate(
            """
            async text => {
                const drawing = await mermaid.render('drawing', text);
                document.body.innerHTML = drawing.svg;
                return true;
            }
            """,
            diagram);
        assertThat(page.locator("#drawing").boundingBox().height).as(diagram).isGreaterThan(50);
      }
    }
    assertThat(diagrams).isNotEmpty();
  }

  private static List<String> diagrams() throws IOException {
    var diagrams = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(Checkout.file("docs"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".md")).toList()) {
        DIAGRAM
            .matcher(Files.readString(file))
            .results()
            .map((MatchResult found) -> found.group(1))
            .forEach(diagrams::add);
      }
    }
    return diagrams;
  }

  private static String library() throws IOException {
    try (InputStream script =
        Objects.requireNonNull(DiagramsTest.class.getResourceAsStream(LIBRARY))) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
