package dev.latchkey.model;

import java.util.Map;

/**
 * One entry of the catalogue: a scope's name, and what it means in words. {@code plain} is read in
 * every language that is not among the translations.
 */
public record Scope(String name, Meaning plain, Map<Language, Meaning> translations) {
    public record Meaning(String title, String description, String group) {}

    public Scope {
        translations = Map.copyOf(translations);
    }

    /** A name that has left the catalogue speaks for itself. */
    static Scope unlisted(String name) {
        return new Scope(name, new Meaning(name, "", ""), Map.of());
    }

    public Meaning in(Language language) {
        return translations.getOrDefault(language, plain);
    }

    public boolean writes() {
        return name.startsWith("write:");
    }
}
