package dev.latchkey.app.config;

import dev.latchkey.edge.observe.Observation;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The section {@code observe} of the file: what is recorded of each request. */
final class ObserveSection {
  private static final Set<String> KEYS =
      Set.of("request_ids", "access_log", "traces", "traces_share");

  private static final Path STANDARD_OUTPUT = Path.of("stdout");

  private ObserveSection() {}

  static Observation read(Yaml file) {
    return file.section("observe").map(ObserveSection::observation).orElse(Observation.NONE);
  }

  private static Observation observation(Yaml section) {
    section.only(KEYS);
    Optional<Observation.Traces> traces =
        section
            .text("traces")
            .map(text -> new Observation.Traces(endpoint(section, text), share(section)));
    if (traces.isEmpty() && section.text("traces_share").isPresent()) {
      throw section.fault("traces_share", "traces_share needs traces");
    }
    return new Observation(
        section.isOn("request_ids", List.of("on", "off"), false), target(section), traces);
  }

  private static Optional<Observation.AccessLogTarget> target(Yaml section) {
    return section
        .path("access_log")
        .map(path ->
            path.equals(STANDARD_OUTPUT)
                ? new Observation.AccessLogTarget.StandardOutput()
                : new Observation.AccessLogTarget.LogFile(path));
  }

  private static URI endpoint(Yaml section, String text) {
    try {
      URI uri = URI.create(text);
      if (Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
          && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException notAnAddress) {
      throw section.fault("traces", "traces is not an address: " + text);
    }
    throw section.fault(
        "traces", "traces must be an address such as http://127.0.0.1:4318/v1/traces, not " + text);
  }

  private static double share(Yaml section) {
    String text = section.text("traces_share").orElse("1");
    if (!text.matches("0?\\.[0-9]{1,6}|1(\\.0)?")) {
      throw section.fault(
          "traces_share", "traces_share must be above 0 and at most 1, not " + text);
    }
    double share = Double.parseDouble(text);
    if (share == 0) {
      throw section.fault("traces_share", "traces_share must be above 0: leave traces out instead");
    }
    return share;
  }
}
