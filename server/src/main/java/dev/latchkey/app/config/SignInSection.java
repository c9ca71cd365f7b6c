package dev.latchkey.app.config;

import dev.latchkey.login.CreationRule;
import dev.latchkey.login.IdentityProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
                .flatMap(name -> section.attempt(() -> provider(section, name)).stream()))
        .toList();
  }

  private static IdentityProvider provider(Yaml section, String name) {
    if (!name.matches("[a-z0-9-]{1,30}")) {
      throw section.fault(
          name,
          "the name of a provider must be lower-case letters, digits and hyphens, not " + name);
    }
    Yaml entry = section.section(name).orElseThrow();
    entry.only(KEYS);
    Optional<String> issuer = required(entry, "issuer");
    Optional<String> client = required(entry, "client_id");
    Optional<IdentityProvider.ClientSecret> secret =
        required(entry, "client_secret_file")
            .flatMap(file -> entry.attempt(() -> secret(entry, file)));
    issuer
        .flatMap(IdentityProvider::flawOfIssuer)
        .ifPresent(flaw -> entry.document().add(entry.fault("issuer", flaw)));
    Optional<List<CreationRule>> rules = entry.attempt(() -> CreationRules.read(entry));
    if (!entry.document().isSound()) {
      throw new Document.Unsound();
    }
    return new IdentityProvider(
        name,
        entry.text("title", name),
        issuer.orElseThrow(),
        Set.copyOf(entry.texts("hosts")),
        client.orElseThrow(),
        secret.orElseThrow(),
        rules.orElseThrow());
  }

  private static Optional<String> required(Yaml entry, String key) {
    return entry.attempt(() ->
        entry.text(key).orElseThrow(() -> entry.fault(key, "a sign-in provider needs " + key)));
  }

  private static IdentityProvider.ClientSecret secret(Yaml entry, String file) {
    try {
      return new IdentityProvider.ClientSecret(Files.readString(Path.of(file)).strip());
    } catch (IOException | InvalidPathException unreadable) {
      throw entry.fault("client_secret_file", "cannot read " + file);
    }
  }
}
