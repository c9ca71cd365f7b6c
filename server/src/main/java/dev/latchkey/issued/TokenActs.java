package dev.latchkey.issued;

import dev.latchkey.credential.CredentialGuard;
import dev.latchkey.people.DirectoryActs;
import dev.latchkey.storage.GrantStores;
import dev.latchkey.storage.grants.ActiveChildTokens;

/** The acts on issued tokens and on grants, with the guard that the lists of tokens use too. */
public record TokenActs(
    TokenGuard guard, RevokeTokens revokeTokens, EndGrant endGrant, EndChildToken endChildToken) {
  public static TokenActs on(
      GrantStores stores,
      ActiveChildTokens children,
      CredentialGuard credentials,
      DirectoryActs directory) {
    var guard = new TokenGuard(directory.organizationGuard(), credentials);
    var revocation = stores.revocation();
    return new TokenActs(
        guard,
        new RevokeTokens(guard, revocation),
        new EndGrant(guard, stores.activeGrants(), directory.endAccess(), revocation),
        new EndChildToken(credentials, children));
  }
}
