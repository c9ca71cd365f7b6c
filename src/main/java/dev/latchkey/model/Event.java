package dev.latchkey.model;

/**
 * What the trail tells of (decision 6.6): the moves of contract 3, sign-ins, refusals and
 * administrative acts.
 */
public enum Event {
    SIGN_IN,
    SIGN_OUT,
    SESSION_END,
    PASSWORD_CHANGE,
    CONSENT,
    CONSENT_DENIED,
    CODE_EXCHANGE,
    TOKEN_REFRESH,
    TOKEN_REVOKE,
    GRANT_END,
    CLIENT_AUTHENTICATION,
    CREDENTIAL_CREATE,
    CREDENTIAL_CHANGE,
    CREDENTIAL_DELETE,
    CREDENTIAL_TRANSFER,
    TOKEN_REISSUE,
    SECRET_CREATE,
    SECRET_RETIRE,
    SIGNING_KEY_CREATE,
    SIGNING_KEY_RETIRE,
    RIGHT_REFUSED,
    ORGANIZATION_CREATE,
    TEAM_CREATE,
    USER_CREATE,
    USER_DISABLE,
    USER_ENABLE,
    AUDIT_EXPORT,
    SETUP
}
