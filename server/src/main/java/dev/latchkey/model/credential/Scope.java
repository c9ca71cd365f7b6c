package dev.latchkey.model.credential;

import dev.latchkey.model.Language;
import java.util.Map;

/**
 * One entry of the catalogue: the name of a scope and its description. {@code plain} is the
 * description for every language that has no translation.
 */
public record Scope(String name, Meaning plain, Map<Language, Meaning> translations) {
  private static final String READ = "read:";

  /** How the name of a scope begins with which a call can change something. */
  public static final String WRITE = "write:";

  /** The resource of the management API, whose scopes manage the installation itself. */
  private static final String LATCHKEY = "latchkey:";

  public record Meaning(String title, String description, String group) {}

  public Scope {
    translations = Map.copyOf(translations);
  }

  /** An entry for a name that is no longer in the catalogue. The name is its title. */
  static Scope unlisted(String name) {
    return new Scope(name, new Meaning(name, "", ""), Map.of());
  }

  public Meaning in(Language language) {
    return translations.getOrDefault(language, plain);
  }

  public boolean writes() {
    return name.startsWith(WRITE);
  }

  /** Whether the scope is for calls about Latchkey itself, and not about the open interface. */
  public boolean managesLatchkey() {
    return resource().startsWith(LATCHKEY);
  }

  /**
   * What the scope is about: {@code issue:info} for {@code read:issue:info} and for {@code
   * write:issue:info}. A name of another form stands for itself.
   */
  public String resource() {
    return name.startsWith(READ) || name.startsWith(WRITE)
        ? name.substring(name.indexOf(':') + 1)
        : name;
  }
}
