package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.storage.credential.AppLogos;
import dev.latchkey.storage.credential.ClientPolicies;
import dev.latchkey.storage.credential.ClientSecrets;
import dev.latchkey.storage.credential.CredentialAccess;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.credential.NewCredentials;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.credential.TokenPolicies;
import dev.latchkey.storage.credential.TransferOffers;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.grants.ActiveChildTokens;
import dev.latchkey.storage.publicclient.ClientRequests;
import dev.latchkey.storage.publicclient.PublicClientCredentials;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.publicclient.PublicClients;

/** The stores of credentials and of what belongs to them. */
public record CredentialStores(
    Credentials credentials,
    NewCredentials newCredentials,
    CredentialLists lists,
    ClientSecrets secrets,
    OrganizationTokens tokens,
    AppLogos logos,
    TransferOffers offers,
    CredentialAccess access,
    ActiveChildTokens childTokens,
    ClientPolicies clientPolicies,
    PublicClients publicClients,
    ClientRequests clientRequests,
    PublicClientReview publicClientReview,
    PublicClientCredentials publicClientCredentials,
    TokenPolicies policies) {
  static CredentialStores on(Database database, Limits limits) {
    return new CredentialStores(
        new Credentials(database, limits),
        new NewCredentials(database, limits),
        new CredentialLists(database),
        new ClientSecrets(database, limits),
        new OrganizationTokens(database, limits),
        new AppLogos(database),
        new TransferOffers(database),
        new CredentialAccess(database),
        new ActiveChildTokens(database, limits),
        new ClientPolicies(database),
        new PublicClients(database),
        new ClientRequests(database),
        new PublicClientReview(database),
        new PublicClientCredentials(database),
        new TokenPolicies(database, limits));
  }
}
