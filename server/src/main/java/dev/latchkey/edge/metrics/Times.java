package dev.latchkey.edge.metrics;

import dev.latchkey.model.process.LatencyHistogram;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.PrometheusNaming;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The histograms of the metrics. */
final class Times implements MultiCollector {
  static final Family REQUESTS =
      new Family(
          "latchkey.request.seconds",
          "Time from the head of a request until its answer was sent, by route.",
          "path");
  static final Family UPSTREAMS =
      new Family(
          "latchkey.upstream.seconds",
          "Time until the head of a service's answer arrived, by upstream.",
          "upstream");

  private final Map<Series, LatencyHistogram> histograms = new ConcurrentHashMap<>();

  /** Histograms that differ in the value of one label, or a single one without a label. */
  record Family(String name, String help, String label) {
    Family(String name, String help) {
      this(name, help, "");
    }
  }

  private record Series(Family family, String value) {
    Labels labels() {
      return family.label.isEmpty() ? Labels.EMPTY : Labels.of(family.label, value);
    }
  }

  /** The histogram for this value of the label. It is created when it is first needed. */
  LatencyHistogram of(Family family, String value) {
    return histograms.computeIfAbsent(new Series(family, value), series -> new LatencyHistogram());
  }

  void add(Family family, LatencyHistogram histogram) {
    histograms.put(new Series(family, ""), histogram);
  }

  @Override
  public MetricSnapshots collect() {
    Map<Family, List<Series>> families =
        histograms.keySet().stream().collect(Collectors.groupingBy(Series::family));
    var snapshots = new ArrayList<MetricSnapshot>();
    families.forEach((family, series) -> snapshots.add(snapshot(family, series)));
    return new MetricSnapshots(snapshots);
  }

  private HistogramSnapshot snapshot(Family family, List<Series> all) {
    var snapshot =
        HistogramSnapshot.builder()
            .name(PrometheusNaming.prometheusName(family.name))
            .help(family.help);
    for (Series series : all) {
      LatencyHistogram histogram = histograms.getOrDefault(series, new LatencyHistogram());
      snapshot.dataPoint(
          HistogramDataPointSnapshot.builder()
              .labels(series.labels())
              .classicHistogramBuckets(buckets(histogram))
              .sum(histogram.seconds())
              .build());
    }
    return snapshot.build();
  }

  private static ClassicHistogramBuckets buckets(LatencyHistogram histogram) {
    var bounds = new ArrayList<>(LatencyHistogram.bounds());
    bounds.add(Double.POSITIVE_INFINITY);
    return ClassicHistogramBuckets.of(bounds, histogram.counts());
  }
}
