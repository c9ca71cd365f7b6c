package dev.latchkey.audit;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.AuditEntryView;
import dev.latchkey.api.view.AuditHeadView;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.audit.AuditRecords;
import dev.latchkey.storage.audit.AuditSeals;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The call of the management API that reads the audit log, the newest entries first. */
public record AuditApi(OrganizationApiGuard places, AuditRecords records, AuditSeals seals) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_AUDIT, this::list),
        guard.route(Operation.GET_AUDIT_HEAD, this::head),
        guard.route(Operation.GET_AUDIT_ENTRY, this::show));
  }

  private Response list(ApiRequest request) {
    return places.inOneOrAll(
        request, Rights.Act.SEE_AUDIT_OF_ORGANIZATION, organization -> list(request, organization));
  }

  /** It is about the log of all organizations, and so are its numbers. */
  private Response head(ApiRequest request) {
    return places.inOneOrAll(
        request,
        Rights.Act.SEE_AUDIT_OF_ORGANIZATION,
        organization ->
            seals
                .newest()
                .filter(_ -> organization.isEmpty())
                .map(seal -> ApiAnswer.of(200, AuditHeadView.of(seal)))
                .orElseGet(ApiAnswer::notFound));
  }

  private Response show(ApiRequest request) {
    Optional<Long> number = AuditFilter.number(request.segment("entry_id"));
    return places.inOneOrAll(
        request,
        Rights.Act.SEE_AUDIT_OF_ORGANIZATION,
        organization ->
            number
                .flatMap(known -> records.find(known, organization))
                .map(entry -> ApiAnswer.of(200, AuditEntryView.of(entry)))
                .orElseGet(ApiAnswer::notFound));
  }

  private Response list(ApiRequest request, Optional<Id.Organization> organization) {
    ApiQuery query = request.query();
    var search =
        new AuditSearch(
            organization,
            new AuditSearch.Period(query.time("from"), query.time("until")),
            query.id("user_id", Id.USER),
            query.id("about_user_id", Id.USER),
            query.id("client_id", Id.CLIENT),
            query.choice("event", AuditEvent.class).map(Set::of).orElseGet(Set::of),
            query.choice("outcome", Map.of("done", true, "refused", false)),
            query.value("address"),
            query.value("request_id"),
            position(query));
    int limit = query.limit();
    return query.answer(() -> answer(records.page(search, limit)));
  }

  private static AuditSearch.Position position(ApiQuery query) {
    Optional<String> cursor = query.value("cursor");
    if (cursor.isEmpty()) {
      return new AuditSearch.Position.Newest();
    }
    if (!cursor.get().matches("[0-9]{1,18}")) {
      query.refuse("cursor", "It must be the next_cursor of the answer before.");
      return new AuditSearch.Position.Newest();
    }
    return new AuditSearch.Position.After(Long.parseLong(cursor.get()));
  }

  /** The entries have the fields of the exported log. */
  private static Response answer(AuditRecords.Found found) {
    Optional<String> next =
        found.rest().orElse(null) instanceof AuditSearch.Position.After(long entry)
            ? Optional.of(String.valueOf(entry))
            : Optional.empty();
    return ApiAnswer.list(
        "entries",
        found.entries().stream().map(AuditEntryView::of).toList(),
        new Answers.Following(next));
  }
}
