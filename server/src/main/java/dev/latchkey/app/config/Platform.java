package dev.latchkey.app.config;

import dev.latchkey.console.reference.ApiDocument;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.PlatformVersion;
import dev.latchkey.model.credential.PublicClientRules;

/**
 * What programs can reach, with which scopes, and which programs. {@code document}: what is told
 * about their calls.
 */
public record Platform(
    PlatformVersion version,
    Catalogue catalogue,
    RouteTable routes,
    ApiDocument document,
    PublicClientRules publicClients,
    boolean hasManagementApi) {
  Platform with(RouteTable other) {
    return new Platform(version, catalogue, other, document, publicClients, hasManagementApi);
  }

  Platform with(ApiDocument other) {
    return new Platform(version, catalogue, routes, other, publicClients, hasManagementApi);
  }

  Platform with(Catalogue other) {
    return new Platform(version, other, routes, document, publicClients, hasManagementApi);
  }

  Platform with(PlatformVersion other) {
    return new Platform(other, catalogue, routes, document, publicClients, hasManagementApi);
  }

  Platform with(PublicClientRules other) {
    return new Platform(version, catalogue, routes, document, other, hasManagementApi);
  }

  public Platform withManagementApi() {
    return new Platform(version, catalogue, routes, document, publicClients, true);
  }

  /** Whether the operator has configured any routes. */
  public boolean hasOwnRoutes() {
    return routes.routes().size() > RouteTable.builtIn().size();
  }
}
