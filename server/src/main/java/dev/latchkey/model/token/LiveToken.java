package dev.latchkey.model.token;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import java.util.Optional;

/**
 * What is known of an active token. Introspection returns it, and the gateway decides by it. A
 * virtual administrator has no e-mail address.
 */
public record LiveToken(
    Id.Subject subject,
    Optional<String> email,
    TokenRoot root,
    SharedClaims shared,
    TokenLife life) {
  public Id.Client client() {
    return shared.client();
  }

  public Id.Organization organization() {
    return shared.organization();
  }

  public Optional<Id.Team> team() {
    return shared.team();
  }

  public Scopes scope() {
    return shared.scope();
  }

  /** Whether it was issued for calls at this path. */
  public boolean isFor(String path) {
    return shared.resource().isEmpty() || shared.resource().get().contains(path);
  }

  /** Whether its credential can be used from this address. */
  public boolean isAllowedFrom(String address) {
    return shared.networks().allow(address);
  }

  public Scopes.Separator separator() {
    return shared.separator();
  }
}
