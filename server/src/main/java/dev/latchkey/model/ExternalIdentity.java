package dev.latchkey.model;

/**
 * Who somebody is at another service. Only both together name a person: a subject is unique within
 * its issuer, and an e-mail address is nobody's for good (ASVS 6.8.1).
 */
public record ExternalIdentity(String issuer, String subject) {}
