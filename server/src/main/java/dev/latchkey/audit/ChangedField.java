package dev.latchkey.audit;

import dev.latchkey.console.page.Page;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * One row of the table that shows what a change has changed. {@code before}: the old value, or the
 * values that were removed. {@code after}: the new value, or the values that were added.
 */
public record ChangedField(AuditDetail.Field field, List<String> before, List<String> after) {
  /** Empty if the entry records no change, or a change without a difference. */
  public static List<ChangedField> of(Page page, AuditEntry entry) {
    return entry.detail().flatMap(Json::parse).stream()
        .flatMap(detail ->
            Stream.of(AuditDetail.Field.values())
                .filter(field -> detail.has(field.code()))
                .map(field -> of(page, field, detail.path(field.code()))))
        .toList();
  }

  private static ChangedField of(Page page, AuditDetail.Field field, JsonNode change) {
    return new ChangedField(
        field,
        values(page, field, change.path("before")),
        values(page, field, change.path("after")));
  }

  private static List<String> values(Page page, AuditDetail.Field field, JsonNode values) {
    return values.valueStream().map(value -> said(page, field, value.asString(""))).toList();
  }

  /** Names of roles, states and options are texts of the page. The rest was entered by people. */
  private static String said(Page page, AuditDetail.Field field, String value) {
    return field.words().isEmpty() ? value : page.say(field.words() + value);
  }
}
