package dev.latchkey.bench;

import dev.latchkey.config.ConfigFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A few lines over an axis of powers of ten, as SVG. */
final class Plot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 420;
    private static final int LEFT = 80;
    private static final int RIGHT = 30;
    private static final int TOP = 70;
    private static final int BOTTOM = 60;
    private static final int STEPS = 5;
    private static final List<String> COLOURS = List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7");

    private final String title;
    private final String across;
    private final String up;
    private final List<Line> lines = new ArrayList<>();

    Plot(String title, String across, String up) {
        this.title = title;
        this.across = across;
        this.up = up;
    }

    record Point(double x, double y) {}

    private record Line(String name, List<Point> points) {}

    Plot line(String name, List<Point> points) {
        lines.add(new Line(name, List.copyOf(points)));
        return this;
    }

    void write(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, svg());
        } catch (IOException refused) {
            throw new ConfigFault("cannot write " + file, refused);
        }
    }

    String svg() {
        var svg = new StringBuilder();
        svg.append(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">
                <rect width="%d" height="%d" fill="#fff"/>
                <text x="%d" y="24" font-size="16">%s</text>
                <text x="%d" y="%d" text-anchor="middle">%s</text>
                <text x="%d" y="%d">%s</text>
                """
                        .formatted(
                                WIDTH,
                                HEIGHT,
                                WIDTH,
                                HEIGHT,
                                LEFT,
                                title,
                                WIDTH / 2,
                                HEIGHT - 14,
                                across,
                                8,
                                TOP - 12,
                                up));
        double top =
                ceiling(
                        lines.stream()
                                .flatMap(line -> line.points().stream())
                                .mapToDouble(Point::y)
                                .max()
                                .orElse(1));
        for (int i = 0; i <= STEPS; i++) {
            grid(svg, top * i / STEPS, top);
        }
        lines.getFirst().points().forEach(point -> tick(svg, point.x()));
        for (int i = 0; i < lines.size(); i++) {
            draw(svg, lines.get(i), COLOURS.get(i), LEFT + i * 230, top);
        }
        return svg.append("</svg>\n").toString();
    }

    private void grid(StringBuilder svg, double value, double top) {
        double y = y(value, top);
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                        LEFT,
                        y,
                        WIDTH - RIGHT,
                        LEFT - 8,
                        y + 4,
                        brief(value)));
    }

    private void tick(StringBuilder svg, double value) {
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                        x(value),
                        HEIGHT - BOTTOM + 20,
                        brief(value)));
    }

    private void draw(StringBuilder svg, Line line, String colour, int legend, double top) {
        String path =
                line.points().stream()
                        .map(point ->
                                String.format(
                                        Locale.ROOT, "%.1f,%.1f", x(point.x()), y(point.y(), top)))
                        .collect(Collectors.joining(" "));
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                        path,
                        colour));
        for (Point point : line.points()) {
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n",
                            x(point.x()),
                            y(point.y(), top),
                            colour));
        }
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"44\" fill=\"%s\">%s</text>\n",
                        legend,
                        colour,
                        line.name()));
    }

    private double x(double value) {
        List<Point> points = lines.getFirst().points();
        double first = Math.log10(points.getFirst().x());
        double span = Math.log10(points.getLast().x()) - first;
        double part = span == 0 ? 0.5 : (Math.log10(value) - first) / span;
        return LEFT + 20 + part * (WIDTH - LEFT - RIGHT - 40);
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
    }

    /** The next value above that reads well. */
    private static double ceiling(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        return Math.ceil(value / power * 2) / 2 * power;
    }

    private static String brief(double value) {
        if (value >= 1e6) {
            return String.format(Locale.ROOT, "%.3gM", value / 1e6).replaceFirst("\\.?0+M", "M");
        }
        return value >= 1e4
                ? String.format(Locale.ROOT, "%.0fk", value / 1e3)
                : String.format(Locale.ROOT, "%.4g", value).replaceFirst("\\.0*$", "");
    }
}
