package dev.latchkey.model;

import java.util.List;

/** Every scope there is, in the order in which people are shown them. */
public record Catalogue(List<Scope> scopes) {
    public Catalogue {
        scopes = List.copyOf(scopes);
    }

    public Scopes names() {
        return Scopes.of(scopes.stream().map(Scope::name).toList());
    }

    /** The entries of these names. */
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
