package dev.latchkey.console.chart;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Numbers as bars, drawn by the server. The unit is that of a drawing of {@link #WIDTH} by {@link
 * #HEIGHT}. The last bar is at the right edge. A page shows the same numbers as a table, too.
 */
public record BarChart(List<Value> values) {
  public static final int HEIGHT = 120;

  private static final int MOST_BARS = 30;
  private static final int STEP = 20;
  private static final int GAP = 5;
  public static final int WIDTH = STEP * MOST_BARS;

  /** Lines at the top, in the middle and at the bottom. */
  public static final String GROUND =
      "M0 .5h%1$dM0 %2$dh%1$dM0 %3$dh%1$d".formatted(WIDTH, HEIGHT / 2, HEIGHT - 1);

  public BarChart {
    values = List.copyOf(values);
  }

  /**
   * {@code refused}: what is drawn on top. {@code title}: what is said of the bar. {@code href}: to
   * where it leads, if it does.
   */
  public record Value(long number, long refused, String title, Optional<String> href) {
    public Value(long number, long refused, String title) {
      this(number, refused, title, Optional.empty());
    }

    long total() {
      return number + refused;
    }
  }

  /** The two parts of a bar by their heights. A part of 0 is not drawn. */
  public record Bar(int x, int height, int refused, String title, Optional<String> href) {
    public int width() {
      return STEP - GAP;
    }

    public int top() {
      return HEIGHT - height;
    }
  }

  public List<Bar> bars() {
    long top = top();
    int first = MOST_BARS - values.size();
    return IntStream.range(0, values.size())
        .mapToObj(i -> {
          Value value = values.get(i);
          int x = (first + i) * STEP;
          return new Bar(
              x, height(value.number, top), height(value.refused, top), value.title, value.href);
        })
        .toList();
  }

  private static int height(long number, long top) {
    return number == 0 ? 0 : (int) Math.max(2, HEIGHT * number / top);
  }

  /** The number at the upper edge: the next one that begins with 1, 2 or 5, and else has zeros. */
  public long top() {
    long most = values.stream().mapToLong(Value::total).max().orElse(0);
    long power = 1;
    while (power * 10 < most) {
      power *= 10;
    }
    long unit = power;
    return List.of(1L, 2L, 5L, 10L).stream()
        .map(step -> step * unit)
        .filter(top -> top >= most)
        .findFirst()
        .orElseThrow();
  }
}
