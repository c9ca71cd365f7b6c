package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.svg.SVGGraphics2D;

/** Draws a few lines over a logarithmic axis, as SVG. */
final class Plot {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;
  private static final float LINE_WIDTH = 2;

  /** These colours are also distinguishable for colour-blind people. */
  private static final List<Color> COLOURS =
      List.of(new Color(0x0072b2), new Color(0xd55e00), new Color(0x009e73), new Color(0xcc79a7));

  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final XYSeriesCollection lines = new XYSeriesCollection();

  Plot(String title, String xTitle, String yTitle) {
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  record Point(double x, double y) {}

  Plot line(String name, List<Point> points) {
    var line = new XYSeries(name);
    points.forEach(point -> line.add(point.x(), point.y()));
    lines.addSeries(line);
    return this;
  }

  void write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, svg());
    } catch (IOException refused) {
      throw new HostFault("cannot write " + file, refused);
    }
  }

  String svg() {
    var drawing = new SVGGraphics2D(WIDTH, HEIGHT);
    chart().draw(drawing, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    return drawing.getSVGElement() + "\n";
  }

  private JFreeChart chart() {
    JFreeChart chart = ChartFactory.createXYLineChart(title, xTitle, yTitle, lines);
    chart.setBackgroundPaint(Color.WHITE);
    var plot = chart.getXYPlot();
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainAxis(powersOfTen());
    ((NumberAxis) plot.getRangeAxis()).setNumberFormatOverride(brief());
    var renderer = new XYLineAndShapeRenderer();
    for (int i = 0; i < lines.getSeriesCount(); i++) {
      renderer.setSeriesPaint(i, COLOURS.get(i));
      renderer.setSeriesStroke(i, new BasicStroke(LINE_WIDTH));
    }
    plot.setRenderer(renderer);
    return chart;
  }

  private LogAxis powersOfTen() {
    var axis = new LogAxis(xTitle);
    axis.setMinorTickMarksVisible(false);
    return axis;
  }

  /** For example 10K. */
  private static NumberFormat brief() {
    return NumberFormat.getCompactNumberInstance(Locale.ROOT, NumberFormat.Style.SHORT);
  }
}
