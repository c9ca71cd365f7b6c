package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ReportTest {
  private static final Measurement CHECKED =
      new Measurement(
          10_000,
          90,
          1_800,
          4_000,
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalLong.empty(),
          0);

  private final Report report = new Report("a machine");

  @Test
  void every_scenario_is_compared_with_the_fixed_answers() {
    report.add(checked(39_000, 41_000));

    List<String> lines = report.table().lines().toList();

    assertThat(lines.get(0)).isEqualTo("a machine");
    assertThat(lines.get(1).split(" {2,}"))
        .startsWith("scenario", "load", "requests/s", "p50 us")
        .endsWith("to netty", "to nginx", "errors");
    assertThat(lines.get(2).split(" +"))
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
            "-",
            "3",
            "0.250",
            "-",
            "0");
    assertThat(lines.get(3).strip().split(" +")).startsWith("5000/s", "10000");
  }

  @Test
  void the_yardsticks_of_a_detailed_result_have_lines_of_their_own() {
    report.add(checked(39_000, 41_000).detailed());

    List<String> lines = report.table().lines().toList();

    assertThat(lines.get(3).strip()).startsWith("netty before       39000");
    assertThat(lines.get(4).strip()).startsWith("netty after       41000");
  }

  @Test
  void a_yardstick_that_moved_gives_no_ratio() {
    report.add(checked(30_000, 41_000));

    assertThat(report.table().lines().toList().get(2).split(" +")).endsWith("-", "-", "0");
    assertThat(report.json().path("scenarios").path(0).path("ratio_to_netty").isNull()).isTrue();
  }

  @Test
  void json_has_the_same_values_in_named_fields() {
    report.add(checked(39_000, 41_000));

    JsonNode json = report.json();

    assertThat(json.path("machine").stringValue()).isEqualTo("a machine");
    JsonNode checked = json.path("scenarios").path(0);
    assertThat(checked.path("name").stringValue()).isEqualTo("introspect");
    assertThat(checked.path("requests_per_s").doubleValue()).isEqualTo(10_000);
    assertThat(checked.path("p999_us").doubleValue()).isEqualTo(4_000);
    assertThat(checked.path("ratio_to_netty").doubleValue()).isEqualTo(0.25);
    assertThat(checked.path("ratio_to_nginx").isNull()).isTrue();
    assertThat(
            checked.path("yardsticks").path(0).path("before").path("requests_per_s").doubleValue())
        .isEqualTo(39_000);
    assertThat(checked.path("cpu").isNull()).isTrue();
    assertThat(checked.path("errors").longValue()).isZero();
    assertThat(checked.path("at_rates").path(0).path("asked_per_s").doubleValue()).isEqualTo(5_000);
  }

  @Test
  void an_aim_is_met_or_missed_in_its_own_direction() {
    report.add(Aim.atLeast("a rate", 0.8, 0.75, ""));
    report.add(Aim.atMost("a wait", 800, 500, " us"));
    report.add(Aim.exactly("a status", 503, 503, ""));
    report.add(Aim.exactly("a status", 504, 503, ""));

    assertThat(report.table().lines())
        .contains(
            "met     a status: 503 (aim: exactly 503)",
            "missed  a status: 504 (aim: exactly 503)",
            "met     a rate: 0.80 (aim: at least 0.75)",
            "missed  a wait: 800 us (aim: at most 500 us)");
    assertThat(report.json().path("aims").path(1).path("verdict").stringValue())
        .isEqualTo("missed");
  }

  @Test
  void an_aim_whose_measurement_is_not_valid_is_neither_met_nor_missed() {
    report.add(Aim.atLeast("a rate", 0.8, 0.75, "").unless(Optional.of("netty differed by 77 %")));

    assertThat(report.table().lines())
        .contains("void    a rate: 0.80 (aim: at least 0.75); not valid: netty differed by 77 %");
  }

  @Test
  void an_infinite_value_misses_its_aim() {
    report.add(Aim.atMost("a recovery", Double.POSITIVE_INFINITY, 5, " s"));

    assertThat(report.table().lines()).contains("missed  a recovery: never (aim: at most 5 s)");
    assertThat(report.json().path("aims").path(0).path("measured").isNull()).isTrue();
  }

  @Test
  void a_run_with_one_wrong_answer_is_not_clean() {
    report.add(checked());
    assertThat(report.isClean()).isTrue();

    report.add(checked().and(new Result.AtRate(10, CHECKED.withErrors(1))));
    assertThat(report.isClean()).isFalse();
  }

  private static Result checked() {
    return checked(40_000, 40_000);
  }

  private static Result checked(double nettyBefore, double nettyAfter) {
    var netty = new Baseline(BaselineServers.NETTY, rate(nettyBefore), rate(nettyAfter), false);
    return Result.of("introspect", Result.FULL, CHECKED)
        .withStore(OptionalLong.of(3 << 20))
        .with(new Result.Yardsticks(List.of(netty), List.of(), false))
        .and(new Result.AtRate(5_000, CHECKED));
  }

  private static Measurement rate(double perSecond) {
    return new Measurement(
        perSecond,
        45,
        900,
        2_000,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        0);
  }
}
