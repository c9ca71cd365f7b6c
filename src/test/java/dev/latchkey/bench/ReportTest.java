package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ReportTest {
    private static final Measured FIXED =
            new Measured(40_000, 45, 900, 2_000, OptionalDouble.of(1), OptionalLong.of(204_800), 0);
    private static final Measured CHECKED =
            new Measured(10_000, 90, 1_800, 4_000, OptionalDouble.empty(), OptionalLong.empty(), 0);

    private final Report report =
            new Report(
                    "a machine",
                    new Result("fixed", Result.FULL, FIXED, List.of(), OptionalLong.empty()));

    @Test
    void every_scenario_stands_beside_the_fixed_answer() {
        report.add(checked());

        List<String> lines = report.table().lines().toList();

        assertThat(lines.get(0)).isEqualTo("a machine");
        assertThat(lines.get(1).split(" {2,}"))
                .startsWith("scenario", "load", "requests/s", "p50 us")
                .endsWith("to fixed", "errors");
        assertThat(lines.get(2).split(" +"))
                .containsExactly(
                        "fixed", "full", "40000", "45", "900", "2000", "1.00", "25.00", "200", "-",
                        "1.000", "0");
        assertThat(lines.get(3).split(" +"))
                .containsExactly(
                        "introspect",
                        "full",
                        "10000",
                        "90",
                        "1800",
                        "4000",
                        "-",
                        "-",
                        "-",
                        "3",
                        "0.250",
                        "0");
        assertThat(lines.get(4).strip().split(" +")).startsWith("5000/s", "10000");
    }

    @Test
    void json_says_the_same_in_named_fields() {
        report.add(checked());

        JsonNode json = report.json();

        assertThat(json.path("machine").stringValue()).isEqualTo("a machine");
        JsonNode checked = json.path("scenarios").path(1);
        assertThat(checked.path("name").stringValue()).isEqualTo("introspect");
        assertThat(checked.path("requests_per_s").doubleValue()).isEqualTo(10_000);
        assertThat(checked.path("p999_us").doubleValue()).isEqualTo(4_000);
        assertThat(checked.path("ratio_to_fixed").doubleValue()).isEqualTo(0.25);
        assertThat(checked.path("cpu").isNull()).isTrue();
        assertThat(checked.path("errors").longValue()).isZero();
        assertThat(checked.path("at_rates").path(0).path("asked_per_s").doubleValue())
                .isEqualTo(5_000);
    }

    @Test
    void an_aim_is_met_or_missed_in_its_own_direction() {
        report.add(Aim.atLeast("a rate", 0.8, 0.75, ""));
        report.add(Aim.atMost("a wait", 800, 500, " us"));

        assertThat(report.table().lines())
                .contains(
                        "met     a rate: 0.80 (aim: at least 0.75)",
                        "missed  a wait: 800 us (aim: at most 500 us)");
        assertThat(report.json().path("aims").path(1).path("met").booleanValue()).isFalse();
    }

    @Test
    void one_wrong_answer_spoils_the_run() {
        report.add(checked());
        assertThat(report.isClean()).isTrue();

        report.add(checked().and(new Result.AtRate(10, CHECKED.withErrors(1))));
        assertThat(report.isClean()).isFalse();
    }

    private static Result checked() {
        return new Result("introspect", Result.FULL, CHECKED, List.of(), OptionalLong.of(3 << 20))
                .and(new Result.AtRate(5_000, CHECKED));
    }
}
