package dev.latchkey.bench;

import dev.latchkey.edge.http.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** All measurements of one run, as a table for people or as JSON for programs. */
public final class Report {
  private static final String ROW =
      "%-24s %12s %11s %9s %9s %9s %6s %10s %9s %7s %8s %9s %9s %7s%n";
  private static final String NOTHING = "-";
  private static final double KILOBYTES_PER_MEGABYTE = 1_024;
  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  private final String machine;
  private final List<Result> results = new ArrayList<>();
  private final List<Aim> aims = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<String> shown = new HashSet<>();
  private boolean isComplete = true;

  /** A figure for which there is no aim. */
  private record Figure(String what, double measured, String unit) {
    String line() {
      return "%-6s  %s: %s%s".formatted("", what, Aim.number(measured), unit);
    }
  }

  Report(String machine) {
    this.machine = machine;
  }

  Result add(Result result) {
    results.add(result);
    return result;
  }

  void add(Aim aim) {
    aims.add(aim);
  }

  /** Adds a figure below the aims. */
  void add(String what, double measured, String unit) {
    figures.add(new Figure(what, measured, unit));
  }

  /** Adds a sentence below the table. */
  void note(String sentence) {
    notes.add(sentence);
  }

  /** The same for a measurement that failed. */
  void fail(String sentence) {
    isComplete = false;
    notes.add(sentence);
  }

  Optional<Result> find(String name) {
    return results.stream().filter(result -> result.name().equals(name)).findFirst();
  }

  /** What was added since the last call, for a reader who waits for the end of a long run. */
  List<String> takeNewLines() {
    List<String> all =
        Stream.of(aims.stream().map(Aim::line), figures.stream().map(Figure::line), notes.stream())
            .flatMap(lines -> lines)
            .toList();
    List<String> fresh = all.stream().filter(line -> !shown.contains(line)).toList();
    shown.addAll(fresh);
    return fresh;
  }

  public boolean isClean() {
    return isComplete && results.stream().allMatch(result -> result.errors() == 0);
  }

  public String table() {
    var text = new StringBuilder(machine).append(System.lineSeparator());
    text.append(
        ROW.formatted(
            "scenario",
            "load",
            "requests/s",
            "p50 us",
            "p99 us",
            "p99.9 us",
            "cpu",
            "cpu us/rq",
            "db us/rq",
            "rss MB",
            "disk MB",
            "to netty",
            "to nginx",
            "errors"));
    for (Result result : results) {
      text.append(row(result));
      if (result.yardsticks().isDetailed()) {
        result.yardsticks().baselines().forEach(each -> text.append(rows(each)));
      }
      for (Result.AtRate rate : result.atRates()) {
        text.append(row(whole(rate.perSecond()) + "/s", rate.measured()));
      }
    }
    aims.forEach(aim -> text.append(aim.line()).append(System.lineSeparator()));
    figures.forEach(each -> text.append(each.line()).append(System.lineSeparator()));
    for (Result result : results) {
      for (String remark : result.yardsticks().remarks()) {
        text.append(result.name()).append(": ").append(remark);
        text.append(System.lineSeparator());
      }
    }
    notes.forEach(note -> text.append(note).append(System.lineSeparator()));
    return text.toString();
  }

  public ObjectNode json() {
    ObjectNode json = Json.object().put("machine", machine);
    var all = json.putArray("scenarios");
    results.forEach(result -> all.add(json(result)));
    var judged = json.putArray("aims");
    for (Aim aim : aims) {
      ObjectNode one =
          judged
              .addObject()
              .put("aim", aim.what())
              .put("unit", aim.unit().strip())
              .put("bound", aim.bound().name().toLowerCase(Locale.ROOT))
              .put("limit", aim.limit())
              .put("verdict", aim.verdict().name().toLowerCase(Locale.ROOT))
              .put("objection", aim.objection().orElse(null));
      put(one, "measured", finite(aim.measured()));
    }
    var measured = json.putArray("figures");
    for (Figure figure : figures) {
      ObjectNode one =
          measured.addObject().put("figure", figure.what()).put("unit", figure.unit().strip());
      put(one, "measured", finite(figure.measured()));
    }
    var allNotes = json.putArray("notes");
    notes.forEach(allNotes::add);
    return json;
  }

  private ObjectNode json(Result result) {
    ObjectNode json = Json.object().put("name", result.name()).put("load", result.load());
    put(json, result.max());
    put(json, "disk_mb", megabytes(result.storeBytes(), BYTES_PER_MEGABYTE));
    put(json, "ratio_to_netty", result.ratioTo(BaselineServers.NETTY));
    put(json, "ratio_to_nginx", result.ratioTo(BaselineServers.NGINX));
    json.put("errors", result.errors());
    var baselines = json.putArray("yardsticks");
    for (Baseline baseline : result.yardsticks().baselines()) {
      ObjectNode one =
          baselines
              .addObject()
              .put("name", baseline.name())
              .put("objection", baseline.objection().orElse(null));
      put(one.putObject("before"), baseline.before());
      put(one.putObject("after"), baseline.after());
    }
    var remarks = json.putArray("remarks");
    result.yardsticks().remarks().forEach(remarks::add);
    var rates = json.putArray("at_rates");
    for (Result.AtRate rate : result.atRates()) {
      put(rates.addObject().put("asked_per_s", rounded(rate.perSecond())), rate.measured());
    }
    return json;
  }

  private static void put(ObjectNode json, Measurement one) {
    json.put("requests_per_s", rounded(one.perSecond()))
        .put("p50_us", rounded(one.p50Micros()))
        .put("p99_us", rounded(one.p99Micros()))
        .put("p999_us", rounded(one.p999Micros()));
    put(json, "cpu", one.cores());
    put(json, "cpu_us_per_request", one.cpuMicrosPerRequest());
    put(json, "database_cpu_us_per_request", one.databaseMicrosPerRequest());
    put(json, "rss_mb", memory(one));
  }

  private static void put(ObjectNode json, String name, OptionalDouble value) {
    if (value.isPresent()) {
      json.put(name, rounded(value.getAsDouble()));
    } else {
      json.putNull(name);
    }
  }

  private static String row(Result result) {
    return String.format(
        Locale.ROOT,
        ROW,
        result.name(),
        result.load(),
        whole(result.max().perSecond()),
        whole(result.max().p50Micros()),
        whole(result.max().p99Micros()),
        whole(result.max().p999Micros()),
        hundredths(result.max().cores()),
        hundredths(result.max().cpuMicrosPerRequest()),
        hundredths(result.max().databaseMicrosPerRequest()),
        whole(memory(result.max())),
        whole(megabytes(result.storeBytes(), BYTES_PER_MEGABYTE)),
        ratio(result.ratioTo(BaselineServers.NETTY)),
        ratio(result.ratioTo(BaselineServers.NGINX)),
        result.max().errors());
  }

  private static String rows(Baseline baseline) {
    return row(baseline.name() + " before", baseline.before())
        + row(baseline.name() + " after", baseline.after());
  }

  /** A row for a further load of the result above it. */
  private static String row(String load, Measurement one) {
    return row(Result.of("", load, one));
  }

  private static String ratio(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.3f", value.getAsDouble()) : NOTHING;
  }

  private static OptionalDouble memory(Measurement one) {
    return megabytes(one.residentKilobytes(), KILOBYTES_PER_MEGABYTE);
  }

  private static OptionalDouble megabytes(OptionalLong amount, double unit) {
    return amount.isPresent()
        ? OptionalDouble.of(amount.getAsLong() / unit)
        : OptionalDouble.empty();
  }

  private static OptionalDouble finite(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private static double rounded(double value) {
    return Math.round(value * 1e4) / 1e4;
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private static String whole(OptionalDouble value) {
    return value.isPresent() ? whole(value.getAsDouble()) : NOTHING;
  }

  private static String hundredths(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : NOTHING;
  }
}
