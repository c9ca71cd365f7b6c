package dev.latchkey.model.audit;

import java.util.Optional;

/**
 * The names of what an entry of the audit log concerns, as they were when it was written. They are
 * empty in entries of earlier versions and of what apps do ({@link AuditEvent#isOfApps}).
 */
public record RecordedNames(
    Optional<String> actor,
    Optional<String> about,
    Optional<String> credential,
    Optional<String> organization,
    Optional<String> team) {
  public static final RecordedNames NONE =
      new RecordedNames(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  RecordedNames withoutActor() {
    return new RecordedNames(Optional.empty(), about, credential, organization, team);
  }
}
