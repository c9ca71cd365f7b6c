package dev.latchkey.model;

/** A credential as a list shows it. {@code tokens} is the number of its active tokens. */
public record ListedCredential(
        Credential credential, String owner, CredentialSearch.State state, BoundedCount tokens) {}
