package dev.latchkey.app.config;

import dev.latchkey.model.Language;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.model.credential.Scope.Meaning;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** Reads the list of scopes: that of the operator, or the one that comes with Latchkey. */
final class ScopeList {
  private ScopeList() {}

  static Catalogue read(SectionValues file) {
    return file.has(GatewayKeys.SCOPES)
        ? read(file.get(GatewayKeys.SCOPES))
        : read(resource("catalogue.yaml"));
  }

  /** The scopes of the management API. They exist while it is on. */
  static Catalogue ofManagementApi() {
    return read(resource("catalogue-api.yaml"));
  }

  private static List<SectionValues> resource(String name) {
    try (InputStream file = ScopeList.class.getResourceAsStream("/" + name)) {
      String text =
          new String(
              Optional.ofNullable(file).orElseThrow().readAllBytes(), StandardCharsets.UTF_8);
      return SectionValues.read(Keys.ALL, Yaml.parse(name, text)).get(GatewayKeys.SCOPES);
    } catch (IOException unreadable) {
      throw new IllegalStateException(
          "the catalogue that comes with Latchkey is unreadable", unreadable);
    }
  }

  private static Catalogue read(List<SectionValues> entries) {
    var scopes = new LinkedHashMap<String, Scope>();
    for (SectionValues entry : entries) {
      entry.attempt(() -> {
        Scope scope = scope(entry);
        if (scopes.put(scope.name(), scope) != null) {
          throw entry.fault(GatewayKeys.SCOPE_NAME, scope.name() + " appears a second time");
        }
        return scope;
      });
    }
    return new Catalogue(List.copyOf(scopes.values()));
  }

  private static Scope scope(SectionValues entry) {
    String name = entry.get(GatewayKeys.SCOPE_NAME);
    Meaning plain = meaning(entry, new Meaning(name, "", ""));
    var translations = new EnumMap<Language, Meaning>(Language.class);
    GatewayKeys.LANGUAGES.forEach((language, rows) ->
        entry
            .get(rows.section())
            .ifPresent(words -> translations.put(language, meaning(words, plain))));
    return new Scope(name, plain, translations);
  }

  private static Meaning meaning(SectionValues section, Meaning otherwise) {
    GatewayKeys.MeaningRows rows = GatewayKeys.MEANING;
    return new Meaning(
        section.get(rows.title()).orElse(otherwise.title()),
        section.get(rows.description()).orElse(otherwise.description()),
        section.get(rows.group()).orElse(otherwise.group()));
  }
}
