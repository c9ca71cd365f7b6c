package dev.latchkey.app.config;

import dev.latchkey.console.reference.ApiDocument;
import dev.latchkey.edge.gateway.PathRewrite;
import dev.latchkey.edge.http.Upstream;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.PublicClientRules;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The sections about what programs can reach, with which scopes, and which programs. */
final class PlatformSections {
  private PlatformSections() {}

  /** A service, and how the paths of its routes are rewritten if a route does not say it. */
  record Listed(Upstream upstream, PathRewrite rewrite) {}

  static Platform read(SectionValues file) {
    boolean hasManagementApi = file.get(Keys.MANAGEMENT_API);
    Catalogue scopes = ScopeList.read(file);
    Catalogue catalogue = hasManagementApi ? scopes.with(ScopeList.ofManagementApi()) : scopes;
    Map<String, Listed> upstreams = upstreams(file.get(GatewayKeys.UPSTREAMS));
    // Routes name scopes and upstreams, so mistakes there would cause misleading ones here.
    if (!file.isSound(GatewayKeys.SCOPES) || !file.isSound(GatewayKeys.UPSTREAMS)) {
      throw new Document.Unsound();
    }
    return new Platform(
        file.get(Keys.PLATFORM_VERSION),
        catalogue,
        new RouteSection(upstreams, catalogue).table(file),
        file.get(GatewayKeys.OPENAPI).orElse(ApiDocument.NONE),
        file.get(Keys.PUBLIC_CLIENTS)
            .map(PlatformSections::publicClients)
            .orElse(PublicClientRules.OFF),
        hasManagementApi);
  }

  private static PublicClientRules publicClients(SectionValues section) {
    return new PublicClientRules(
        section.get(Keys.DOCUMENTS),
        section.get(Keys.REGISTRATION),
        Set.copyOf(section.get(Keys.INSIDE_HOSTS)),
        section.get(Keys.INSIDE_CERTIFICATE));
  }

  private static Map<String, Listed> upstreams(Map<String, SectionValues> sections) {
    var upstreams = new HashMap<String, Listed>();
    sections.forEach((name, entry) ->
        entry.attempt(() -> listed(name, entry)).ifPresent(listed -> upstreams.put(name, listed)));
    return upstreams;
  }

  private static Listed listed(String name, SectionValues entry) {
    var upstream =
        new Upstream(
            name,
            entry.get(GatewayKeys.ADDRESSES),
            entry.get(GatewayKeys.UPSTREAM_CONNECTIONS),
            Duration.ofMillis(entry.get(GatewayKeys.CONNECT_TIMEOUT_MILLIS)),
            Duration.ofSeconds(entry.get(GatewayKeys.IDLE_TIMEOUT_SECONDS)));
    return new Listed(
        upstream, rewrite(entry, GatewayKeys.UPSTREAM_PREFIX).orElse(PathRewrite.NONE));
  }

  /** Another path at the service, if this row or upstream has one. */
  static Optional<PathRewrite> rewrite(SectionValues entry, GatewayKeys.PrefixRows rows) {
    String strip = entry.get(rows.strip()).orElse("");
    String add = entry.get(rows.add()).orElse("");
    return Optional.of(new PathRewrite(strip, add)).filter(rewrite -> !rewrite.isNone());
  }
}
