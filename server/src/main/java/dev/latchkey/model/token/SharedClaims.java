package dev.latchkey.model.token;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Scopes;
import java.util.Optional;

/**
 * The claims that all tokens of one credential, team, scope and resource have in common. Tokens
 * from the cache share one instance, so a value that is derived from it can be cached by the
 * identity of the object. {@code owner} is the owner of a personal credential: when the owner is
 * disabled, its tokens end. It is empty for an organization credential, because its tokens stay
 * active when their administrator is disabled. {@code home} is the organization of the credential:
 * when it revokes everything, the tokens end. {@code resource} is empty for a token of the whole
 * open interface. {@code networks} are those of the credential; they are no claim, and
 * introspection does not report them.
 */
public record SharedClaims(
    Id.Client client,
    Optional<Id.User> owner,
    Id.Organization home,
    Id.Organization organization,
    Optional<Id.Team> team,
    Scopes scope,
    Scopes.Separator separator,
    Optional<Resource> resource,
    AllowedNetworks networks) {

  /**
   * The claims of tokens for the whole open interface that can be used from everywhere, of a
   * credential of the same organization.
   */
  public SharedClaims(
      Id.Client client,
      Optional<Id.User> owner,
      Id.Organization organization,
      Optional<Id.Team> team,
      Scopes scope,
      Scopes.Separator separator) {
    this(
        client,
        owner,
        organization,
        organization,
        team,
        scope,
        separator,
        Optional.empty(),
        AllowedNetworks.EVERYWHERE);
  }
}
