package dev.latchkey.bench;

import dev.latchkey.http.Json;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import tools.jackson.databind.node.ObjectNode;

/** All that was measured in one run, as a table to read or as JSON to keep. */
public record Report(String machine, Measured fixed, List<Measured> scenarios) {
    private static final String ROW = "%-12s %11s %9s %9s %9s %6s %9s %7s %15s %7s%n";

    public boolean isClean() {
        return fixed.errors() == 0 && scenarios.stream().allMatch(one -> one.errors() == 0);
    }

    public String table() {
        var text = new StringBuilder(machine).append(System.lineSeparator());
        text.append(
                String.format(
                        Locale.ROOT,
                        ROW,
                        "scenario",
                        "requests/s",
                        "p50 us",
                        "p99 us",
                        "p99.9 us",
                        "cpu",
                        "cpu us/rq",
                        "rss MB",
                        "ratio to fixed",
                        "errors"));
        text.append(row(fixed));
        scenarios.forEach(one -> text.append(row(one)));
        return text.toString();
    }

    public ObjectNode json() {
        ObjectNode json = Json.object().put("machine", machine);
        var all = json.putArray("scenarios");
        all.add(json(fixed));
        scenarios.forEach(one -> all.add(json(one)));
        return json;
    }

    private String row(Measured one) {
        return String.format(
                Locale.ROOT,
                ROW,
                one.name(),
                whole(one.perSecond()),
                whole(one.p50Micros()),
                whole(one.p99Micros()),
                whole(one.p999Micros()),
                tenths(one.cores()),
                tenths(one.cpuMicrosPerRequest()),
                megabytes(one).isPresent() ? whole(megabytes(one).getAsDouble()) : "-",
                String.format(Locale.ROOT, "%.3f", one.ratioTo(fixed)),
                String.valueOf(one.errors()));
    }

    private ObjectNode json(Measured one) {
        ObjectNode json =
                Json.object()
                        .put("name", one.name())
                        .put("requests_per_s", rounded(one.perSecond()))
                        .put("p50_us", rounded(one.p50Micros()))
                        .put("p99_us", rounded(one.p99Micros()))
                        .put("p999_us", rounded(one.p999Micros()));
        put(json, "cpu", one.cores());
        put(json, "cpu_us_per_request", one.cpuMicrosPerRequest());
        put(json, "rss_mb", megabytes(one));
        return json.put("ratio_to_fixed", Math.round(one.ratioTo(fixed) * 1e4) / 1e4)
                .put("errors", one.errors());
    }

    private static void put(ObjectNode json, String name, OptionalDouble value) {
        if (value.isPresent()) {
            json.put(name, rounded(value.getAsDouble()));
        } else {
            json.putNull(name);
        }
    }

    private static OptionalDouble megabytes(Measured one) {
        return one.residentKilobytes().isPresent()
                ? OptionalDouble.of(one.residentKilobytes().getAsLong() / 1024.0)
                : OptionalDouble.empty();
    }

    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String tenths(OptionalDouble value) {
        return value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : "-";
    }
}
