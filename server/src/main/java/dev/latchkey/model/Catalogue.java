package dev.latchkey.model;

import java.util.List;

/** All scopes that exist, in the order in which pages show them. */
public record Catalogue(List<Scope> scopes) {
    public Catalogue {
        scopes = List.copyOf(scopes);
    }

    public Scopes names() {
        return Scopes.of(scopes.stream().map(Scope::name).toList());
    }

    /**
     * The catalogue entries of these names. A name that is no longer in the catalogue gets an entry
     * without a description.
     */
    public List<Scope> describe(Scopes names) {
        return names.names().stream()
                .map(name ->
                        scopes.stream()
                                .filter(scope -> scope.name().equals(name))
                                .findFirst()
                                .orElse(Scope.unlisted(name)))
                .toList();
    }
}
