package dev.latchkey.model;

/** One entry of the catalogue: a scope's name, and what it means in words. */
public record Scope(String name, String title, String description, String group) {
    public boolean writes() {
        return name.startsWith("write:");
    }
}
