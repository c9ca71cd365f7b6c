package dev.latchkey.audit;

import dev.latchkey.model.audit.AuditEvent;
import java.util.EnumSet;
import java.util.Set;

/** Events that people look for together. None of them is an event that apps cause all the time. */
public enum EventGroup {
  SIGN_INS,
  SECURITY,
  CREDENTIALS,
  ADMINISTRATION;

  Set<AuditEvent> events() {
    return switch (this) {
      case SIGN_INS -> EnumSet.of(AuditEvent.SIGN_IN, AuditEvent.SIGN_OUT, AuditEvent.SESSION_END);
      case SECURITY ->
          EnumSet.of(
              AuditEvent.PASSWORD_CHANGE,
              AuditEvent.PASSWORD_LINK_CREATE,
              AuditEvent.PASSWORD_RESET,
              AuditEvent.SECOND_FACTOR_ADD,
              AuditEvent.SECOND_FACTOR_REMOVE,
              AuditEvent.RECOVERY_CODES_CREATE,
              AuditEvent.RECOVERY_CODE_USE,
              AuditEvent.EXTERNAL_LINK_ADD,
              AuditEvent.EXTERNAL_LINK_REMOVE);
      case CREDENTIALS ->
          EnumSet.of(
              AuditEvent.CREDENTIAL_CREATE,
              AuditEvent.CREDENTIAL_CHANGE,
              AuditEvent.CREDENTIAL_DELETE,
              AuditEvent.CREDENTIAL_TRANSFER,
              AuditEvent.CLIENT_POLICY_CHANGE,
              AuditEvent.CLIENT_REQUEST,
              AuditEvent.CLIENT_DENY,
              AuditEvent.TOKEN_REISSUE,
              AuditEvent.SECRET_CREATE,
              AuditEvent.SECRET_RETIRE,
              AuditEvent.SECRET_LEAK,
              AuditEvent.REVOKE_ISSUED_BEFORE,
              AuditEvent.ORGANIZATION_TOKENS_REVOKE,
              AuditEvent.USER_TOKENS_REVOKE,
              AuditEvent.TOKENS_REVOKE);
      case ADMINISTRATION ->
          EnumSet.of(
              AuditEvent.ORGANIZATION_CREATE,
              AuditEvent.ORGANIZATION_CHANGE,
              AuditEvent.TEAM_CREATE,
              AuditEvent.TEAM_CHANGE,
              AuditEvent.USER_CREATE,
              AuditEvent.USER_CHANGE,
              AuditEvent.USER_DISABLE,
              AuditEvent.USER_ENABLE,
              AuditEvent.SIGNING_KEY_CREATE,
              AuditEvent.SIGNING_KEY_RETIRE,
              AuditEvent.KEY_FILE_ROTATE,
              AuditEvent.AUDIT_EXPORT,
              AuditEvent.AUDIT_SEAL,
              AuditEvent.WEBHOOK_CREATE,
              AuditEvent.WEBHOOK_CHANGE,
              AuditEvent.WEBHOOK_SECRET_ROTATE,
              AuditEvent.WEBHOOK_DELETE,
              AuditEvent.WEBHOOK_DISABLE,
              AuditEvent.WEBHOOK_ENABLE,
              AuditEvent.WEBHOOK_REPLAY,
              AuditEvent.REVIEW_START,
              AuditEvent.REVIEW_DECIDE,
              AuditEvent.REVIEW_COMPLETE,
              AuditEvent.REVIEW_SCHEDULE,
              AuditEvent.ALERT_CLOSE,
              AuditEvent.ALERT_MUTE,
              AuditEvent.ALERT_RULE_CHANGE,
              AuditEvent.REQUEST_LOG_CHANGE,
              AuditEvent.SETUP);
    };
  }
}
