package dev.latchkey.config;

import dev.latchkey.observe.Observation;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The section {@code observe} of the file: what is recorded of each request. */
final class ObserveSection {
    private static final Set<String> KEYS =
            Set.of("request_ids", "access_log", "traces", "traces_share");

    private ObserveSection() {}

    static Observation read(Yaml file) {
        return file.section("observe").map(ObserveSection::observation).orElse(Observation.NONE);
    }

    private static Observation observation(Yaml section) {
        section.only(KEYS);
        Optional<Observation.Traces> traces =
                section.text("traces")
                        .map(text ->
                                new Observation.Traces(endpoint(section, text), share(section)));
        if (traces.isEmpty() && section.text("traces_share").isPresent()) {
            throw section.fault("traces_share", "traces_share needs traces");
        }
        return new Observation(
                hasIds(section), section.text("access_log").map(ObserveSection::target), traces);
    }

    private static boolean hasIds(Yaml section) {
        return switch (section.text("request_ids").orElse("off")) {
            case "on" -> true;
            case "off" -> false;
            default -> throw section.fault("request_ids", "request_ids is on or off");
        };
    }

    private static Observation.AccessLogTarget target(String text) {
        return text.equals("stdout")
                ? new Observation.AccessLogTarget.StandardOutput()
                : new Observation.AccessLogTarget.LogFile(Path.of(text));
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
                "traces",
                "traces must be an address such as http://127.0.0.1:4318/v1/traces, not " + text);
    }

    private static double share(Yaml section) {
        String text = section.text("traces_share").orElse("1");
        if (!text.matches("0?\\.[0-9]{1,6}|1(\\.0)?")) {
            throw section.fault(
                    "traces_share", "traces_share must be above 0 and at most 1, not " + text);
        }
        double share = Double.parseDouble(text);
        if (share == 0) {
            throw section.fault(
                    "traces_share", "traces_share must be above 0: leave traces out instead");
        }
        return share;
    }
}
