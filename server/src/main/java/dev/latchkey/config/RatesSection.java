package dev.latchkey.config;

import dev.latchkey.gateway.Rates;
import dev.latchkey.model.Rate;
import java.util.Set;

/** The section {@code rates} (decision 2.9). Without it, there are no limits. */
final class RatesSection {
    private RatesSection() {}

    static Rates rates(Yaml file) {
        return file.section("rates")
                .map(section -> {
                    section.only(Set.of("address", "token", "credential"));
                    return new Rates(
                            section.section("address").map(RatesSection::rate),
                            section.section("token").map(RatesSection::rate),
                            section.section("credential").map(RatesSection::rate));
                })
                .orElse(Rates.NONE);
    }

    private static Rate rate(Yaml section) {
        section.only(Set.of("per_minute", "burst"));
        int perMinute =
                section.number("per_minute", 1, Rate.MAX)
                        .map(Math::toIntExact)
                        .orElseThrow(() -> section.fault("a rate needs per_minute"));
        return new Rate(
                perMinute,
                section.number("burst", 1, Rate.MAX).map(Math::toIntExact).orElse(perMinute));
    }
}
