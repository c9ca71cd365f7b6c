package dev.latchkey.review;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Writes the report of a review, which is signed, as JSON. */
record ReportText(Organization home, Review review, String by, Instant at) {
  String of(List<ReviewItem> items) {
    ObjectNode report =
        Json.object()
            .put("review_id", review.id().value())
            .put("org_id", home.id().value())
            .put("organization", home.name())
            .put("started_by", review.startedBy())
            .put("started_at", review.startedAt().toString())
            .put("due_at", review.dueAt().toString())
            .put("completed_by", by)
            .put("completed_at", at.toString())
            .put("is_partial", review.isPartial());
    var list = report.putArray("items");
    items.forEach(item -> list.add(of(item)));
    return new String(Json.bytes(report), StandardCharsets.UTF_8);
  }

  private static ObjectNode of(ReviewItem item) {
    ObjectNode json =
        Json.object()
            .put("number", item.number())
            .put("kind", code(item.kind()))
            .put("subject", item.subject())
            .put("name", item.name())
            .put("about", item.about());
    item.client().ifPresent(client -> json.put("client_id", client.value()));
    item.role()
        .map(User.Role::name)
        .ifPresent(role -> json.put("role", role.toLowerCase(Locale.ROOT)));
    var scopes = json.putArray("scopes");
    item.scope().names().forEach(scopes::add);
    item.lastUsedAt().ifPresent(used -> json.put("last_used_at", used.toString()));
    item.decided()
        .ifPresent(decided ->
            json.put("decision", code(decided.decision()))
                .put("decided_by", decided.by())
                .put("decided_at", decided.at().toString())
                .put("note", decided.note()));
    return json;
  }

  private static String code(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
