package dev.latchkey.console.call;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.CallView;
import dev.latchkey.api.view.RequestLogView;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.OrganizationLog;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.log.ChangeRequestLog;
import dev.latchkey.storage.call.CallBlocks;
import dev.latchkey.storage.call.CallStores;
import dev.latchkey.storage.call.CallWriters;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The calls of the management API that read the request log, the newest calls first. */
public record CallsApi(
    OrganizationApiGuard places, CallStores stores, ChangeRequestLog changeRequestLog) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_CALLS, this::list),
        guard.route(Operation.GET_CALL, this::show),
        guard.route(Operation.LIST_CALL_GAPS, this::listGaps),
        guard.route(Operation.GET_REQUEST_LOG, this::showLog),
        guard.route(
            Operation.CHANGE_REQUEST_LOG,
            request -> request.withFields(fields -> changeLog(request, fields))));
  }

  private Response list(ApiRequest request) {
    return places.inOneOrAll(
        request,
        Rights.Act.SEE_AUDIT_OF_ORGANIZATION,
        organization -> list(request.query(), of(organization)));
  }

  private Response show(ApiRequest request) {
    return places.inOneOrAll(
        request,
        Rights.Act.SEE_AUDIT_OF_ORGANIZATION,
        organization ->
            stores
                .blocks()
                .find(of(organization), request.segment("request_id"))
                .map(call -> ApiAnswer.of(200, CallView.of(call)))
                .orElseGet(ApiAnswer::notFound));
  }

  /** They concern the calls of all organizations. */
  private Response listGaps(ApiRequest request) {
    return places.inOneOrAll(
        request,
        Rights.Act.SEE_AUDIT_OF_ORGANIZATION,
        _ -> {
          List<CallWriters.Gap> gaps = stores.writers().gaps(Instant.EPOCH);
          return ApiAnswer.list("call_gaps", gaps, new Answers.Whole(gaps.size()));
        });
  }

  private Response showLog(ApiRequest request) {
    return places.in(
        new Id.Organization(request.segment("org_id")),
        request,
        ChangeRequestLog.RIGHT,
        organization -> log(organization.id(), changeRequestLog.logs().of(organization.id())));
  }

  private Response log(Id.Organization of, OrganizationLog log) {
    return ApiAnswer.of(200, RequestLogView.of(of, log, changeRequestLog.limits().get()));
  }

  private Response changeLog(ApiRequest request, ApiFields fields) {
    var in = new Id.Organization(request.segment("org_id"));
    var wanted =
        new ChangeRequestLog.Wanted(
            fields.has("is_on") ? Optional.of(fields.flag("is_on")) : Optional.empty(),
            fields.number("days"),
            fields.flag("delete_stored"));
    return switch (changeRequestLog.by(request.actor(), in, wanted)) {
      case ChangeRequestLog.Changed(var log) -> log(in, log);
      case ChangeRequestLog.Flawed.DAYS_OUT_OF_RANGE -> {
        int most = changeRequestLog.limits().get().days();
        String description = "It must be from 1 to %d, or 0 for %d.".formatted(most, most);
        yield ApiAnswer.flawed(400, List.of(new ApiError("days", description)));
      }
      case ChangeRequestLog.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private static CallSearch.Of of(Optional<Id.Organization> organization) {
    return organization
        .<CallSearch.Of>map(CallSearch.Of.Organization::new)
        .orElseGet(CallSearch.Of.Everything::new);
  }

  private Response list(ApiQuery query, CallSearch.Of of) {
    var search =
        new CallSearch(
            of,
            new CallSearch.Period(query.time("from"), query.time("until")),
            new CallSearch.Filter(
                query.choice("kind", RecordedCall.Kind.class),
                query.choice("outcome", RecordedCall.Outcome.class),
                query.choice("reason", CallReason.class),
                status(query),
                query.value("method"),
                query.value("route"),
                query.id("client_id", Id.CLIENT),
                query.value("user_id").map(Id.Subject::stored),
                query.value("address"),
                query.value("ending")));
    Optional<RecordedCall.Place> before = before(query);
    int limit = query.limit();
    return query.answer(() -> answer(stores.blocks().page(search, before, limit)));
  }

  private static Optional<Integer> status(ApiQuery query) {
    Optional<String> text = query.value("status");
    if (text.isPresent() && !CallFilter.isStatus(text.get())) {
      query.refuse("status", "It must be a status such as 403, or 4 for all from 400 to 499.");
      return Optional.empty();
    }
    return text.map(Integer::valueOf);
  }

  private static Optional<RecordedCall.Place> before(ApiQuery query) {
    Optional<String> cursor = query.value("cursor");
    Optional<RecordedCall.Place> place = cursor.flatMap(CallFilter::place);
    if (cursor.isPresent() && place.isEmpty()) {
      query.refuse("cursor", "It must be the next_cursor of the answer before.");
    }
    return place;
  }

  /** A page can have fewer calls than were asked for, or none, and yet not be the last one. */
  private static Response answer(CallBlocks.Found found) {
    return ApiAnswer.list(
        "calls",
        found.calls().stream().map(CallView::of).toList(),
        new Answers.Following(found.rest().map(CallFilter::written)));
  }
}
