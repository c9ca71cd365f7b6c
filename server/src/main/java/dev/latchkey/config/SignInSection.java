package dev.latchkey.config;

import dev.latchkey.login.IdentityProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The section {@code sign_in}: the external providers with which people may sign in, each under its
 * name.
 */
final class SignInSection {
    private static final Set<String> KEYS =
            Set.of("issuer", "title", "client_id", "client_secret_file", "hosts", "create");

    private SignInSection() {}

    static List<IdentityProvider> read(Yaml file) {
        return file.section("sign_in").stream()
                .flatMap(section ->
                        section.keys().stream()
                                .map(name ->
                                        provider(
                                                section,
                                                name,
                                                section.section(name).orElseThrow())))
                .toList();
    }

    private static IdentityProvider provider(Yaml section, String name, Yaml entry) {
        if (!name.matches("[a-z0-9-]{1,30}")) {
            throw section.fault(
                    name,
                    "the name of a provider must be lower-case letters, digits and hyphens, not "
                            + name);
        }
        entry.only(KEYS);
        try {
            return new IdentityProvider(
                    name,
                    entry.text("title").orElse(name),
                    required(entry, "issuer"),
                    Set.copyOf(entry.texts("hosts")),
                    required(entry, "client_id"),
                    secret(entry, required(entry, "client_secret_file")),
                    CreationRules.read(entry));
        } catch (IllegalArgumentException invalid) {
            throw entry.fault(String.valueOf(invalid.getMessage()));
        }
    }

    private static String required(Yaml entry, String key) {
        return entry.text(key).orElseThrow(() -> entry.fault("a sign-in provider needs " + key));
    }

    private static IdentityProvider.ClientSecret secret(Yaml entry, String file) {
        try {
            return new IdentityProvider.ClientSecret(Files.readString(Path.of(file)).strip());
        } catch (IOException unreadable) {
            throw entry.fault("cannot read client_secret_file " + file);
        }
    }
}
