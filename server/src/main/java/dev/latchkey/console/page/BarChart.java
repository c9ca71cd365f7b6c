package dev.latchkey.console.page;

import java.util.List;
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

  public BarChart {
    values = List.copyOf(values);
  }

  /** {@code title}: what a browser shows at the bar. */
  public record Value(long number, String title) {}

  /** A number of 0 has no bar. */
  public record Bar(int x, int y, int width, int height, String title) {}

  public List<Bar> bars() {
    long most = values.stream().mapToLong(Value::number).max().orElse(0);
    int first = MOST_BARS - values.size();
    return IntStream.range(0, values.size())
        .filter(i -> values.get(i).number > 0)
        .mapToObj(i -> {
          Value value = values.get(i);
          int height = (int) Math.max(2, HEIGHT * value.number / most);
          return new Bar((first + i) * STEP, HEIGHT - height, STEP - GAP, height, value.title);
        })
        .toList();
  }
}
