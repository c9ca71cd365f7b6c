package dev.latchkey.model.audit;

import java.util.EnumSet;
import java.util.Set;

/**
 * The events that the audit log records (rule 6.6): the state changes of contract 3, sign-ins,
 * refusals and administrative acts.
 */
public enum AuditEvent {
  SIGN_IN,
  SIGN_OUT,
  SESSION_END,
  PASSWORD_CHANGE,
  SECOND_FACTOR_ADD,
  SECOND_FACTOR_REMOVE,
  PASSKEY_ADD,
  PASSKEY_REMOVE,
  RECOVERY_CODES_CREATE,
  RECOVERY_CODE_USE,
  EXTERNAL_LINK_ADD,
  EXTERNAL_LINK_REMOVE,
  CONSENT,
  CONSENT_DENIED,
  CODE_EXCHANGE,
  DEVICE_CODE,
  TOKEN_REFRESH,
  TOKEN_REVOKE,
  CHILD_TOKEN_CREATE,
  CHILD_TOKEN_REVOKE,
  GRANT_END,
  ACCESS_END,
  ACCESS_END_ALL,
  CLIENT_AUTHENTICATION,
  CALL,
  CREDENTIAL_CREATE,
  CREDENTIAL_CHANGE,
  CREDENTIAL_DELETE,
  TRANSFER_OFFER,
  TRANSFER_WITHDRAW,
  TRANSFER_DECLINE,
  CREDENTIAL_TRANSFER,
  CLIENT_POLICY_CHANGE,
  CLIENT_REQUEST,
  CLIENT_DENY,
  TOKEN_REISSUE,
  SECRET_CREATE,
  SECRET_RETIRE,
  SECRET_LEAK,
  REVOKE_ISSUED_BEFORE,
  ORGANIZATION_TOKENS_REVOKE,
  USER_TOKENS_REVOKE,
  /** Only in entries of earlier versions. */
  TOKENS_REVOKE,
  SIGNING_KEY_CREATE,
  SIGNING_KEY_RETIRE,
  KEY_FILE_ROTATE,
  RIGHT_REFUSED,
  ORGANIZATION_CREATE,
  ORGANIZATION_CHANGE,
  TEAM_CREATE,
  TEAM_CHANGE,
  USER_CREATE,
  USER_CHANGE,
  PASSWORD_LINK_CREATE,
  PASSWORD_RESET,
  MAIL,
  USER_DISABLE,
  USER_ENABLE,
  AUDIT_EXPORT,
  AUDIT_SEAL,
  WEBHOOK_CREATE,
  WEBHOOK_CHANGE,
  WEBHOOK_SECRET_ROTATE,
  WEBHOOK_DELETE,
  WEBHOOK_DISABLE,
  WEBHOOK_ENABLE,
  WEBHOOK_TEST,
  WEBHOOK_REPLAY,
  REVIEW_START,
  REVIEW_DECIDE,
  REVIEW_COMPLETE,
  REVIEW_SCHEDULE,
  ALERT_CLOSE,
  ALERT_MUTE,
  ALERT_RULE_CHANGE,
  REQUEST_LOG_CHANGE,
  SETUP;

  private static final Set<AuditEvent> OF_APPS =
      EnumSet.of(
          CODE_EXCHANGE,
          TOKEN_REFRESH,
          TOKEN_REVOKE,
          CHILD_TOKEN_CREATE,
          CHILD_TOKEN_REVOKE,
          CLIENT_AUTHENTICATION,
          CALL);

  /**
   * An app can write any number of these without a person, for example while it refreshes a token
   * in a loop. Retention deletes them first (docs/decisions/0092).
   */
  public static final Set<AuditEvent> OF_APPS_ALONE =
      Set.of(TOKEN_REFRESH, CODE_EXCHANGE, CHILD_TOKEN_CREATE, CHILD_TOKEN_REVOKE);

  /**
   * Whether apps cause it, as often as they like. No names are recorded with it (decision 0100).
   */
  public boolean isOfApps() {
    return OF_APPS.contains(this);
  }
}
