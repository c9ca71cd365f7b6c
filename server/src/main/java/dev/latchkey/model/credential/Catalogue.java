package dev.latchkey.model.credential;

import java.util.List;
import java.util.stream.Stream;

/** All scopes that exist, in the order in which pages show them. */
public record Catalogue(List<Scope> scopes) {
  public Catalogue {
    scopes = List.copyOf(scopes);
  }

  /** This catalogue, and after it those of the others whose names it does not have. */
  public Catalogue with(Catalogue others) {
    return new Catalogue(
        Stream.concat(
                scopes.stream(),
                others.scopes.stream().filter(other -> !names().names().contains(other.name())))
            .toList());
  }

  public Scopes names() {
    return Scopes.of(scopes.stream().map(Scope::name).toList());
  }

  /**
   * What a form may select before a person has chosen anything: what only reads, and does not
   * manage Latchkey.
   */
  public Scopes suggested() {
    return Scopes.of(
        scopes.stream()
            .filter(scope -> !scope.writes() && !scope.managesLatchkey())
            .map(Scope::name)
            .toList());
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
