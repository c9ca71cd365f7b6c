package dev.latchkey.model.audit;

import java.util.Locale;

/**
 * The outcomes of the events in the audit log: that something was done, or why it was refused. The
 * downloads and the program's log contain the name in lower case; pages contain a text for each.
 */
public enum AuditOutcome {
  OK(true),
  /** A signed-in person has entered the password again. */
  PASSWORD_AGAIN(true),
  PASSKEY_AGAIN(true),
  /** The password was right. A code of the second factor is required as well. */
  CODE_AWAITED(true),
  /** A person signed in with a passkey instead of a password. */
  PASSKEY(true),
  /** All sessions of a person except the current one were ended. */
  ALL_OTHERS(true),
  /** All sessions of a person, including the current one, were ended. */
  ALL(true),
  /** An administrator has ended a session of a person. */
  SESSION_BY_ADMINISTRATOR(true),
  /** An administrator has ended the access of an app of a person. */
  ACCESS_BY_ADMINISTRATOR(true),
  /** An administrator has ended all sessions of a person and the access of all their apps. */
  ALL_BY_ADMINISTRATOR(true),
  /** A person who is not signed in has requested a password link. */
  FORGOTTEN(true),
  /** A person has allowed an app on a device, whose code the person has entered. */
  ON_DEVICE(true),
  /** A token was revoked because it was not used for too long. */
  UNUSED(true),

  ACCOUNT_UNKNOWN,
  PASSWORD_WRONG,
  USER_DISABLED,
  SESSION_OVER,
  PASSWORD_AGAIN_WRONG,
  PASSWORD_CHANGE_WRONG,
  CODE_WRONG,
  CODE_TOO_LATE,
  PASSKEY_WRONG,
  RECOVERY_CODE_WRONG,
  EXTERNAL_UNKNOWN,
  EXTERNAL_NOT_SENT,
  EXTERNAL_DENIED,
  EXTERNAL_PROVIDER_SILENT,
  EXTERNAL_TOKEN_UNSOUND,
  /** A rule for new people names an organization, team or role that does not exist. */
  RULE_UNUSABLE,
  LINKED_BEFORE,
  LINK_SPENT,
  TOO_SOON,

  CLIENT_UNKNOWN,
  SECRET_WRONG,
  SECRET_MISSING,
  ADDRESS_NOT_ALLOWED,
  CODE_UNKNOWN,
  CODE_SPENT,
  CODE_EXPIRED,
  CODE_OF_ANOTHER_CREDENTIAL,
  REDIRECT_URI_DIFFERS,
  PROOF_FAILED,
  GRANT_ENDED,
  TOKEN_UNKNOWN,
  TOKEN_EXPIRED,
  TOKEN_OF_ANOTHER_CREDENTIAL,
  TOKEN_ROTATED,
  TOKEN_REPLAYED,
  SCOPE_WIDER,
  TOO_DEEP,
  TOO_MANY_CHILDREN,
  RESOURCE_WIDER,
  DEAD,
  NOT_ITS_OWN,

  EDIT_CONFLICT,
  EMAIL_TAKEN,
  NAME_TAKEN,
  NO_ROOM,
  LAST_SUPER_ADMINISTRATOR,
  TOO_MANY,
  LAST_OR_UNKNOWN,
  OFFERED_BEFORE,
  QUEUE_FULL,
  NOT_DELIVERED,

  PLACE_NOT_FOR_ROLE,
  ORGANIZATION_OF_OTHERS,
  TEAM_OF_OTHERS,
  PERSON_OF_OTHERS,
  OWN_STANDING,
  ROLE_ABOVE_OWN,
  CREDENTIAL_OF_OTHERS,
  /** Only in entries of earlier versions. */
  CREDENTIAL_OF_ANOTHER,
  GRANT_OF_ANOTHER;

  private final boolean isDone;

  AuditOutcome() {
    this(false);
  }

  AuditOutcome(boolean isDone) {
    this.isDone = isDone;
  }

  /** The outcome of the same name as a reason that an operation returned. */
  public static AuditOutcome of(Enum<?> reason) {
    return valueOf(reason.name());
  }

  /** Whether the event happened. Otherwise this is the reason why it was refused. */
  public boolean isDone() {
    return isDone;
  }

  /** The name in downloads, in the program's log and in the database. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static AuditOutcome stored(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }
}
