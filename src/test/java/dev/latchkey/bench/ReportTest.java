package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Measured FIXED =
            new Measured(
                    "fixed",
                    40_000,
                    45,
                    900,
                    2_000,
                    OptionalDouble.of(1),
                    OptionalLong.of(204_800),
                    0);
    private static final Measured CHECKED =
            new Measured(
                    "introspect",
                    10_000,
                    90,
                    1_800,
                    4_000,
                    OptionalDouble.empty(),
                    OptionalLong.empty(),
                    0);

    @Test
    void every_scenario_stands_beside_the_fixed_answer() {
        List<String> lines =
                new Report("a machine", FIXED, List.of(CHECKED)).table().lines().toList();

        assertThat(lines.get(0)).isEqualTo("a machine");
        assertThat(lines.get(1).split(" {2,}"))
                .startsWith("scenario", "requests/s", "p50 us")
                .endsWith("ratio to fixed", "errors");
        assertThat(lines.get(2).split(" +"))
                .containsExactly(
                        "fixed", "40000", "45", "900", "2000", "1.00", "25.00", "200", "1.000",
                        "0");
        assertThat(lines.get(3).split(" +"))
                .containsExactly(
                        "introspect", "10000", "90", "1800", "4000", "-", "-", "-", "0.250", "0");
    }

    @Test
    void json_says_the_same_in_named_fields() {
        var json = new Report("a machine", FIXED, List.of(CHECKED)).json();

        assertThat(json.path("machine").stringValue()).isEqualTo("a machine");
        var checked = json.path("scenarios").path(1);
        assertThat(checked.path("name").stringValue()).isEqualTo("introspect");
        assertThat(checked.path("requests_per_s").doubleValue()).isEqualTo(10_000);
        assertThat(checked.path("ratio_to_fixed").doubleValue()).isEqualTo(0.25);
        assertThat(checked.path("cpu").isNull()).isTrue();
        assertThat(checked.path("errors").longValue()).isZero();
    }

    @Test
    void one_wrong_answer_spoils_the_run() {
        assertThat(new Report("a machine", FIXED, List.of(CHECKED)).isClean()).isTrue();
        assertThat(new Report("a machine", FIXED, List.of(CHECKED.withErrors(1))).isClean())
                .isFalse();
    }
}
