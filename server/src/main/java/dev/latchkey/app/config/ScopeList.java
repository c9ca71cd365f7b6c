package dev.latchkey.app.config;

import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Language;
import dev.latchkey.model.Scope;
import dev.latchkey.model.Scope.Meaning;
import dev.latchkey.model.Scopes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the list of scopes: that of the operator, or the one that comes with Latchkey. */
final class ScopeList {
  private static final Set<String> MEANING_KEYS = Set.of("title", "description", "group");

  private ScopeList() {}

  static Catalogue read(List<Yaml> entries) {
    var scopes = new ArrayList<Scope>();
    for (Yaml entry : entries) {
      entry.attempt(() -> scope(entry, scopes)).ifPresent(scopes::add);
    }
    return new Catalogue(scopes);
  }

  static List<Yaml> builtIn() {
    return resource("catalogue.yaml");
  }

  /** The scopes of the management API. They exist while it is on. */
  static Catalogue ofManagementApi() {
    return read(resource("catalogue-api.yaml"));
  }

  private static List<Yaml> resource(String name) {
    try (InputStream file = ScopeList.class.getResourceAsStream("/" + name)) {
      String text =
          new String(
              Optional.ofNullable(file).orElseThrow().readAllBytes(), StandardCharsets.UTF_8);
      return Yaml.parse(name, text).list("scopes").orElse(List.of());
    } catch (IOException unreadable) {
      throw new IllegalStateException(
          "the catalogue that comes with Latchkey is unreadable", unreadable);
    }
  }

  private static Scope scope(Yaml entry, List<Scope> earlier) {
    entry.only(keys());
    String name =
        entry
            .text("name")
            .orElseThrow(
                () -> entry.fault("name", "a scope needs a name, such as read:issue:info"));
    if (earlier.stream().anyMatch(known -> known.name().equals(name))) {
      throw entry.fault("name", name + " appears a second time");
    }
    if (!Scopes.isName(name)) {
      throw entry.fault(
          "name", name + " is not a scope name: write read:resource:part or write:resource:part");
    }
    Meaning plain = meaning(entry, new Meaning(name, "", ""));
    return new Scope(name, plain, translations(entry, plain));
  }

  private static Set<String> keys() {
    var keys = new HashSet<>(MEANING_KEYS);
    keys.add("name");
    for (Language language : Language.values()) {
      keys.add(language.code());
    }
    return keys;
  }

  private static Map<Language, Meaning> translations(Yaml entry, Meaning plain) {
    var translations = new EnumMap<Language, Meaning>(Language.class);
    for (Language language : Language.values()) {
      entry
          .section(language.code())
          .ifPresent(section -> {
            section.only(MEANING_KEYS);
            translations.put(language, meaning(section, plain));
          });
    }
    return translations;
  }

  private static Meaning meaning(Yaml section, Meaning otherwise) {
    return new Meaning(
        section.text("title").orElse(otherwise.title()),
        section.text("description").orElse(otherwise.description()),
        section.text("group").orElse(otherwise.group()));
  }
}
