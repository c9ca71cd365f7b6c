package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PlotTest {
  private final String svg =
      new Plot("A title", "tokens", "checks/s")
          .line("one", List.of(new Plot.Point(10_000, 40_000), new Plot.Point(1e6, 20_000)))
          .line("other", List.of(new Plot.Point(10_000, 30_000), new Plot.Point(1e6, 30_000)))
          .svg();

  @Test
  void a_plot_is_well_formed_and_names_what_it_shows() throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));

    assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(texts(document)).contains("A title", "tokens", "one", "other");
  }

  @Test
  void large_values_are_abbreviated() {
    assertThat(svg).contains(">40K<", ">0<");
  }

  private static List<String> texts(Document document) {
    NodeList texts = document.getElementsByTagName("text");
    return IntStream.range(0, texts.getLength())
        .mapToObj(i -> texts.item(i).getTextContent())
        .toList();
  }
}
