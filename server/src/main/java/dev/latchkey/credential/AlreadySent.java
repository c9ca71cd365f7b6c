package dev.latchkey.credential;

/** The form was sent before. It works once, because its answer shows a secret. */
public record AlreadySent()
    implements CreatePersonalCredential.Outcome,
        CreateOrganizationCredential.Outcome,
        ReissueToken.Outcome {}
