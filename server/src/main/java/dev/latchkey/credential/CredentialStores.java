package dev.latchkey.credential;

import dev.latchkey.storage.ClientSecrets;
import dev.latchkey.storage.CredentialLists;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.OrganizationTokens;
import dev.latchkey.storage.TransferOffers;

/** Where credentials, and what belongs to one of them, are stored. */
public record CredentialStores(
        Credentials credentials,
        CredentialLists lists,
        ClientSecrets secrets,
        OrganizationTokens tokens,
        TransferOffers offers) {}
