package dev.latchkey.model.event;

import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The types of the events that leave the server. Each is derived from entries of the audit log
 * (docs/decisions/0103). A type is never renamed and never loses a field, because receivers depend
 * on it.
 */
public enum EventType {
  CREDENTIAL_CREATED,
  CREDENTIAL_CHANGED,
  CREDENTIAL_DELETED,
  CREDENTIAL_OFFERED,
  CREDENTIAL_TRANSFERRED,
  SECRET_CREATED,
  SECRET_RETIRED,
  SECRET_LEAKED,
  TOKEN_CREATED,
  TOKEN_REVOKED,
  TOKENS_REVOKED,
  GRANT_CREATED,
  GRANT_ENDED,
  GRANTS_ENDED,
  APPROVAL_REQUESTED,
  APPROVAL_DENIED,
  POLICY_CHANGED,
  PERSON_CREATED,
  PERSON_CHANGED,
  PERSON_DISABLED,
  PERSON_ENABLED,
  SESSION_STARTED,
  SESSION_ENDED,
  PASSWORD_CHANGED,
  SECOND_FACTOR_ADDED,
  SECOND_FACTOR_REMOVED,
  PASSKEY_ADDED,
  PASSKEY_REMOVED,
  ORGANIZATION_CREATED,
  ORGANIZATION_CHANGED,
  TEAM_CREATED,
  TEAM_CHANGED,
  SIGNING_KEY_CREATED,
  SIGNING_KEY_RETIRED,
  KEY_FILE_ROTATED,
  AUDIT_EXPORTED,
  AUDIT_SEALED,
  WEBHOOK_CREATED,
  WEBHOOK_CHANGED,
  WEBHOOK_DELETED,
  WEBHOOK_DISABLED,
  WEBHOOK_ENABLED,
  /** These two are written with the alert itself, and not derived from an entry. */
  ALERT_OPENED,
  ALERT_CLOSED,
  /** A person has asked for it. It is sent to one webhook, whatever types that one receives. */
  WEBHOOK_TEST;

  private static final List<EventType> WITHOUT_CHOICE = List.of(WEBHOOK_TEST);

  /** The name that receivers see, such as {@code grant.ended}. */
  public String code() {
    String name = name().toLowerCase(Locale.ROOT);
    int last = name.lastIndexOf('_');
    return name.substring(0, last) + "." + name.substring(last + 1);
  }

  public static Optional<EventType> parse(String code) {
    return Arrays.stream(values()).filter(type -> type.code().equals(code)).findFirst();
  }

  /** Those that a webhook can choose. */
  public static List<EventType> choices() {
    return Arrays.stream(values()).filter(type -> !WITHOUT_CHOICE.contains(type)).toList();
  }

  /** Whether the person whom it concerns is the one who acted, unless the entry names another. */
  public boolean isOfActor() {
    return switch (this) {
      case GRANT_CREATED,
          GRANT_ENDED,
          SESSION_STARTED,
          SESSION_ENDED,
          PASSWORD_CHANGED,
          SECOND_FACTOR_ADDED,
          SECOND_FACTOR_REMOVED,
          PASSKEY_ADDED,
          PASSKEY_REMOVED ->
          true;
      default -> false;
    };
  }

  /** The event of an entry of the audit log. Refusals are none, and neither are refreshes. */
  public static Optional<EventType> of(AuditEvent event, AuditOutcome outcome) {
    return outcome.isDone() ? ofDone(event, outcome) : Optional.empty();
  }

  private static Optional<EventType> ofDone(AuditEvent event, AuditOutcome outcome) {
    return switch (event) {
      case SIGN_IN -> isStart(outcome) ? Optional.of(SESSION_STARTED) : Optional.empty();
      case SIGN_OUT, SESSION_END -> Optional.of(SESSION_ENDED);
      case PASSWORD_CHANGE, PASSWORD_RESET -> Optional.of(PASSWORD_CHANGED);
      case SECOND_FACTOR_ADD -> Optional.of(SECOND_FACTOR_ADDED);
      case SECOND_FACTOR_REMOVE -> Optional.of(SECOND_FACTOR_REMOVED);
      case PASSKEY_ADD -> Optional.of(PASSKEY_ADDED);
      case PASSKEY_REMOVE -> Optional.of(PASSKEY_REMOVED);
      case CONSENT -> Optional.of(GRANT_CREATED);
      case TOKEN_REVOKE -> Optional.of(TOKEN_REVOKED);
      case GRANT_END, ACCESS_END -> Optional.of(GRANT_ENDED);
      case ACCESS_END_ALL -> Optional.of(GRANTS_ENDED);
      case CREDENTIAL_CREATE -> Optional.of(CREDENTIAL_CREATED);
      case CREDENTIAL_CHANGE -> Optional.of(CREDENTIAL_CHANGED);
      case CREDENTIAL_DELETE -> Optional.of(CREDENTIAL_DELETED);
      case TRANSFER_OFFER -> Optional.of(CREDENTIAL_OFFERED);
      case CREDENTIAL_TRANSFER -> Optional.of(CREDENTIAL_TRANSFERRED);
      case CLIENT_POLICY_CHANGE -> Optional.of(POLICY_CHANGED);
      case CLIENT_REQUEST -> Optional.of(APPROVAL_REQUESTED);
      case CLIENT_DENY -> Optional.of(APPROVAL_DENIED);
      case TOKEN_REISSUE -> Optional.of(TOKEN_CREATED);
      case SECRET_CREATE -> Optional.of(SECRET_CREATED);
      case SECRET_RETIRE -> Optional.of(SECRET_RETIRED);
      case SECRET_LEAK -> Optional.of(SECRET_LEAKED);
      case REVOKE_ISSUED_BEFORE, ORGANIZATION_TOKENS_REVOKE, USER_TOKENS_REVOKE, TOKENS_REVOKE ->
          Optional.of(TOKENS_REVOKED);
      case SIGNING_KEY_CREATE -> Optional.of(SIGNING_KEY_CREATED);
      case SIGNING_KEY_RETIRE -> Optional.of(SIGNING_KEY_RETIRED);
      case KEY_FILE_ROTATE -> Optional.of(KEY_FILE_ROTATED);
      case ORGANIZATION_CREATE -> Optional.of(ORGANIZATION_CREATED);
      case ORGANIZATION_CHANGE -> Optional.of(ORGANIZATION_CHANGED);
      case TEAM_CREATE -> Optional.of(TEAM_CREATED);
      case TEAM_CHANGE -> Optional.of(TEAM_CHANGED);
      case USER_CREATE -> Optional.of(PERSON_CREATED);
      case USER_CHANGE -> Optional.of(PERSON_CHANGED);
      case USER_DISABLE -> Optional.of(PERSON_DISABLED);
      case USER_ENABLE -> Optional.of(PERSON_ENABLED);
      case AUDIT_EXPORT -> Optional.of(AUDIT_EXPORTED);
      case AUDIT_SEAL -> Optional.of(AUDIT_SEALED);
      case WEBHOOK_CREATE -> Optional.of(WEBHOOK_CREATED);
      case WEBHOOK_CHANGE, WEBHOOK_SECRET_ROTATE -> Optional.of(WEBHOOK_CHANGED);
      case WEBHOOK_DELETE -> Optional.of(WEBHOOK_DELETED);
      case WEBHOOK_DISABLE -> Optional.of(WEBHOOK_DISABLED);
      case WEBHOOK_ENABLE -> Optional.of(WEBHOOK_ENABLED);
      case RECOVERY_CODES_CREATE,
          RECOVERY_CODE_USE,
          EXTERNAL_LINK_ADD,
          EXTERNAL_LINK_REMOVE,
          CONSENT_DENIED,
          CODE_EXCHANGE,
          DEVICE_CODE,
          TOKEN_REFRESH,
          CHILD_TOKEN_CREATE,
          CHILD_TOKEN_REVOKE,
          CLIENT_AUTHENTICATION,
          CALL,
          TRANSFER_WITHDRAW,
          TRANSFER_DECLINE,
          RIGHT_REFUSED,
          PASSWORD_LINK_CREATE,
          MAIL,
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
          SETUP ->
          Optional.empty();
    };
  }

  /** The others confirm a person who is signed in, or wait for a second factor. */
  private static boolean isStart(AuditOutcome outcome) {
    return outcome == AuditOutcome.OK || outcome == AuditOutcome.PASSKEY;
  }
}
