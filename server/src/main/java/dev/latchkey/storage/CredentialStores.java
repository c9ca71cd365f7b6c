package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.storage.database.Database;

/** The stores of credentials and of what belongs to them. */
public record CredentialStores(
    Credentials credentials,
    CredentialLists lists,
    ClientSecrets secrets,
    OrganizationTokens tokens,
    TransferOffers offers,
    CredentialAccess access,
    ActiveChildTokens childTokens,
    ClientPolicies clientPolicies,
    PublicClients publicClients,
    PublicClientReview publicClientReview,
    PublicClientCredentials publicClientCredentials,
    TokenPolicies policies) {
  static CredentialStores on(Database database, Limits limits) {
    return new CredentialStores(
        new Credentials(database, limits),
        new CredentialLists(database),
        new ClientSecrets(database, limits),
        new OrganizationTokens(database, limits),
        new TransferOffers(database),
        new CredentialAccess(database),
        new ActiveChildTokens(database, limits),
        new ClientPolicies(database),
        new PublicClients(database),
        new PublicClientReview(database),
        new PublicClientCredentials(database),
        new TokenPolicies(database, limits));
  }
}
