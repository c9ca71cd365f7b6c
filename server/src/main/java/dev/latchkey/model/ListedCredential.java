package dev.latchkey.model;

/** A credential as a list tells of it. {@code tokens}: how many hang on it and work. */
public record ListedCredential(
        Credential credential, String owner, CredentialSearch.State state, BoundedCount tokens) {}
