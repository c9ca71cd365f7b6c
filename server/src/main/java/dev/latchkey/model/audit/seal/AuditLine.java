package dev.latchkey.model.audit.seal;

import dev.latchkey.model.audit.AuditEvent;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An entry of the audit log with everything that a seal covers, as texts. */
public record AuditLine(long number, Map<String, String> fields) {
  /** The fields in the order in which they are hashed. The order is part of the format. */
  public static final List<String> FIELDS =
      List.of(
          "at",
          "event",
          "outcome",
          "user_id",
          "about_user_id",
          "client_id",
          "org_id",
          "team_id",
          "address",
          "detail",
          "request_id",
          "recorded_actor",
          "recorded_about",
          "recorded_credential",
          "recorded_org",
          "recorded_team");

  /** A field without a value is as one with an empty value. */
  public AuditLine {
    fields =
        fields.entrySet().stream()
            .filter(field -> !field.getValue().isEmpty())
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one, TreeMap::new));
  }

  Instant at() {
    return Instant.parse(fields.getOrDefault("at", ""));
  }

  /** Each value has its length before it, so no value can look like the next field. */
  byte[] hash() {
    var text = new StringBuilder("entry_id=" + number + "\n");
    for (String name : FIELDS) {
      String value = fields.getOrDefault(name, "");
      if (!value.isEmpty()) {
        text.append(name).append('=').append(value.length()).append(':').append(value).append('\n');
      }
    }
    return Sha256.of(text.toString());
  }

  /** Whether it is one of those that retention deletes first ({@link AuditEvent#OF_APPS_ALONE}). */
  boolean isOfAppAlone() {
    String event = fields.getOrDefault("event", "").toUpperCase(Locale.ROOT);
    return AuditEvent.OF_APPS_ALONE.stream().anyMatch(each -> each.name().equals(event));
  }
}
