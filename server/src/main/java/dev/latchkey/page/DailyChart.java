package dev.latchkey.page;

import dev.latchkey.model.CallsPerDay;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The numbers of the last days as bars, drawn by the server. The unit is that of a drawing of
 * {@link #WIDTH} by {@link #HEIGHT}. A page shows the same numbers as a table, too.
 */
public record DailyChart(CallsPerDay days) {
    public static final int HEIGHT = 120;

    private static final int STEP = 20;
    private static final int GAP = 5;
    public static final int WIDTH = STEP * CallsPerDay.DAYS;

    /** {@code title}: what a browser shows at the bar. A day without calls has no height. */
    public record Bar(int x, int y, int width, int height, String title) {}

    public List<Bar> bars(Page page) {
        long most = Math.max(1, most());
        return IntStream.range(0, days.calls().size())
                .filter(day -> days.calls().get(day) > 0)
                .mapToObj(day -> {
                    long calls = days.calls().get(day);
                    int height = (int) Math.max(2, HEIGHT * calls / most);
                    return new Bar(
                            day * STEP,
                            HEIGHT - height,
                            STEP - GAP,
                            height,
                            page.say("chart.day", page.words().day(date(day)), calls));
                })
                .toList();
    }

    public LocalDate date(int day) {
        return days.first().plusDays(day);
    }

    public long most() {
        return days.calls().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    public boolean isEmpty() {
        return days.total() == 0;
    }
}
