package dev.latchkey.console.credential;

import dev.latchkey.model.Language;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.model.credential.Scopes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The table in which scopes are chosen: what can be read and what can be written. */
public record ScopeTable(List<Group> groups, Scopes chosen) {
  /** Makes the table searchable. Without it all scopes are shown. */
  public static final String SCRIPT = "scopes.js";

  public ScopeTable {
    groups = List.copyOf(groups);
  }

  /** The resources of one subject, in the order of the catalogue. */
  public record Group(List<Resource> resources) {
    private static Group of(List<Scope> scopes) {
      var resources = new LinkedHashMap<String, List<Scope>>();
      for (Scope scope : scopes) {
        resources.computeIfAbsent(scope.resource(), name -> new ArrayList<>()).add(scope);
      }
      return new Group(resources.values().stream().map(Resource::new).toList());
    }

    public String name(Language language) {
      return resources.getFirst().scopes.getFirst().in(language).group();
    }
  }

  /** What can be read or written: one row of the table in which scopes are chosen. */
  public record Resource(List<Scope> scopes) {
    public String title(Language language) {
      return scopes.getFirst().in(language).title();
    }

    public List<Scope> reads() {
      return scopes.stream().filter(scope -> !scope.writes()).toList();
    }

    public List<Scope> writes() {
      return scopes.stream().filter(Scope::writes).toList();
    }
  }

  /** {@code more}: scopes that can be chosen although the catalogue no longer has them. */
  public static ScopeTable of(Catalogue catalogue, Scopes more, Scopes chosen) {
    var groups = new LinkedHashMap<String, List<Scope>>();
    var all = new ArrayList<>(catalogue.scopes());
    all.addAll(catalogue.describe(more.without(catalogue.names())));
    for (Scope scope : all) {
      groups.computeIfAbsent(scope.plain().group(), name -> new ArrayList<>()).add(scope);
    }
    return new ScopeTable(groups.values().stream().map(Group::of).toList(), chosen);
  }

  /** All scopes to choose from that only read, or all that write, in the order of the table. */
  public List<Scope> scopes(boolean writes) {
    return groups.stream()
        .flatMap(group -> group.resources().stream())
        .flatMap(resource -> resource.scopes().stream())
        .filter(scope -> scope.writes() == writes)
        .toList();
  }

  public boolean has(Scope scope) {
    return chosen.names().contains(scope.name());
  }
}
