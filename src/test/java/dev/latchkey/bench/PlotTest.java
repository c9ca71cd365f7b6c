package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PlotTest {
    private final String svg =
            new Plot("A title", "tokens", "checks/s")
                    .line("one", List.of(new Plot.Point(10_000, 40), new Plot.Point(1e6, 20)))
                    .line("other", List.of(new Plot.Point(10_000, 50), new Plot.Point(1e6, 50)))
                    .svg();

    @Test
    void a_plot_is_well_formed_with_every_point_of_every_line() throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(svg)));

        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(2);
        assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(4);
    }

    @Test
    void values_are_written_as_people_say_them() {
        assertThat(svg).contains(">10k<", ">1M<", ">50<", ">0<", "A title", "checks/s");
    }

    @Test
    void what_is_more_stands_higher() {
        String[] ends = svg.split("<polyline points=\"")[1].split("\"")[0].split(" ");

        assertThat(height(ends[1])).isGreaterThan(height(ends[0]));
    }

    /** From the top, as SVG counts. */
    private static double height(String point) {
        return Double.parseDouble(point.split(",")[1]);
    }
}
