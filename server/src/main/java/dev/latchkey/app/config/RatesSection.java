package dev.latchkey.app.config;

import dev.latchkey.edge.gateway.Rates;
import dev.latchkey.model.Rate;
import java.util.Optional;
import java.util.Set;

/** The section {@code rates} (rule 2.9). Without it, there are no limits. */
final class RatesSection {
  private RatesSection() {}

  static Rates rates(Yaml file) {
    return file.section("rates")
        .map(section -> {
          section.only(Set.of("address", "token", "credential"));
          return new Rates(
              rate(section, "address"), rate(section, "token"), rate(section, "credential"));
        })
        .orElse(Rates.NONE);
  }

  private static Optional<Rate> rate(Yaml rates, String key) {
    return rates.attempt(() -> rates.section(key).map(RatesSection::rate)).orElse(Optional.empty());
  }

  private static Rate rate(Yaml section) {
    section.only(Set.of("per_minute", "burst"));
    if (!section.has("per_minute")) {
      throw section.fault("per_minute", "a rate needs per_minute, from 1 to " + Rate.MAX);
    }
    int perMinute = section.number("per_minute", 1, 1, Rate.MAX);
    return new Rate(
        perMinute, section.number("burst", 1, Rate.MAX).map(Math::toIntExact).orElse(perMinute));
  }
}
