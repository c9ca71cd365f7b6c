package dev.latchkey.config;

import dev.latchkey.model.PublicClientRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The section {@code public_clients}: whether apps without a credential can be used. */
final class PublicClientSection {
    private static final Set<String> KEYS =
            Set.of("documents", "registration", "inside_hosts", "inside_certificate");

    private PublicClientSection() {}

    static PublicClientRules read(Yaml file) {
        return file.section("public_clients")
                .map(PublicClientSection::rules)
                .orElse(PublicClientRules.OFF);
    }

    private static PublicClientRules rules(Yaml section) {
        section.only(KEYS);
        return new PublicClientRules(
                isOn(section, "documents"),
                isOn(section, "registration"),
                Set.copyOf(section.texts("inside_hosts")),
                certificate(section));
    }

    private static boolean isOn(Yaml section, String key) {
        return switch (section.text(key).orElse("off")) {
            case "on" -> true;
            case "off" -> false;
            default -> throw section.fault(key, key + " must be on or off");
        };
    }

    private static Optional<Path> certificate(Yaml section) {
        Optional<Path> file = section.text("inside_certificate").map(Path::of);
        if (file.isPresent() && !Files.isReadable(file.get())) {
            throw section.fault("inside_certificate", "cannot read " + file.get());
        }
        return file;
    }
}
