package dev.latchkey.console.chart;

import dev.latchkey.model.CallsPerDay;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The calls of each day as the bars of a chart. The unit is that of a drawing of {@link #WIDTH} by
 * {@link #HEIGHT}.
 */
public record CallsChart(CallsPerDay days) {
  public static final int HEIGHT = 28;

  private static final int STEP = 4;
  public static final int WIDTH = STEP * CallsPerDay.DAYS;

  public record Bar(int x, int y, int width, int height) {}

  public Stream<Bar> bars() {
    long most = most();
    return IntStream.range(0, days.calls().size())
        .filter(day -> days.calls().get(day) > 0)
        .mapToObj(day -> {
          int height = (int) Math.max(2, HEIGHT * days.calls().get(day) / most);
          return new Bar(day * STEP, HEIGHT - height, STEP - 1, height);
        });
  }

  public long most() {
    return days.calls().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  public boolean isEmpty() {
    return days.total() == 0;
  }
}
