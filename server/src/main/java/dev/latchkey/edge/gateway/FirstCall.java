package dev.latchkey.edge.gateway;

import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.Scopes;
import java.util.List;
import java.util.function.Supplier;

/** Chooses a call that the holder of a new credential can make at once. */
public record FirstCall(Supplier<RouteTable> currentTable) {
  private static final String REST = "/**";

  /**
   * The path of a call that this scope allows: one that Latchkey answers itself, or else a row of
   * the table without identifiers. If there is none, the path of a call that is refused with the
   * name of the scope that it needs.
   */
  public String path(Scopes scope) {
    return DirectoryCall.first(scope)
        .map(DirectoryCall::path)
        .orElseGet(() -> ofTable(scope, currentTable.get().routes()));
  }

  private static String ofTable(Scopes scope, List<OpenRoute> routes) {
    return routes.stream()
        .filter(route -> route.lists("GET") && scope.covers(route.needs()))
        .map(route -> route.pattern().toString())
        .filter(path -> !path.contains("{"))
        .map(path -> path.endsWith(REST) ? path.substring(0, path.length() - REST.length()) : path)
        .findFirst()
        .orElse(DirectoryCall.ME.path());
  }
}
