package dev.latchkey.model.person;

/**
 * The identity of a person at an external sign-in provider. Only issuer and subject together
 * identify a person, because a subject is unique only within its issuer. An e-mail address does not
 * identify a person, because it can be given to another person later (ASVS 6.8.1).
 */
public record ExternalIdentity(String issuer, String subject) {}
