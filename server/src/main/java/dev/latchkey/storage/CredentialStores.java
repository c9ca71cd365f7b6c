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
        PublicClients publicClients,
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
                new PublicClients(database),
                new TokenPolicies(database, limits));
    }
}
