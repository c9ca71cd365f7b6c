package dev.latchkey.console.reference;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.model.Language;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Scope;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The calls whose scopes belong to one group of the catalogue. */
public record ReferenceGroup(List<Call> calls) {
  public record Call(OpenRoute route, List<Scope> scopes) {}

  /**
   * The groups in the order of the catalogue. Calls whose scopes the catalogue does not know come
   * last, in a group without a name.
   */
  static List<ReferenceGroup> of(RouteTable table, Catalogue catalogue) {
    var groups = new LinkedHashMap<String, List<Call>>();
    for (Scope scope : catalogue.scopes()) {
      groups.putIfAbsent(scope.plain().group(), new ArrayList<>());
    }
    for (OpenRoute route : table.routes()) {
      var call = new Call(route, catalogue.describe(route.needs()));
      groups
          .computeIfAbsent(call.scopes().getFirst().plain().group(), name -> new ArrayList<>())
          .add(call);
    }
    return groups.values().stream()
        .filter(calls -> !calls.isEmpty())
        .map(ReferenceGroup::new)
        .toList();
  }

  /** The pattern of a row as a value in a query. */
  public static String inQuery(OpenRoute route) {
    return URLEncoder.encode(route.pattern().toString(), StandardCharsets.UTF_8);
  }

  public String name(Language language) {
    return calls.getFirst().scopes().getFirst().in(language).group();
  }
}
