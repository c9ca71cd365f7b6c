package dev.latchkey.console.alert;

import dev.latchkey.alert.AlertGuard;
import dev.latchkey.alert.ChangeAlertRule;
import dev.latchkey.alert.CloseAlert;
import dev.latchkey.alert.MuteAlert;
import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.view.AlertView;
import dev.latchkey.api.view.Answers;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.storage.alert.AlertList;
import dev.latchkey.storage.alert.AlertList.Place;
import dev.latchkey.storage.alert.AlertRules;
import java.util.List;
import java.util.Optional;

/** The calls of the management API about alerts and their rules. */
public record AlertsApi(
    AlertGuard alertGuard,
    AlertList list,
    AlertRules rules,
    CloseAlert closeAlert,
    MuteAlert muteAlert,
    ChangeAlertRule changeAlertRule) {
  private static final String ID = "alert_id";
  private static final String PLATFORM = "platform";

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_ALERTS, this::list),
        guard.route(Operation.GET_ALERT, this::show),
        guard.route(Operation.CLOSE_ALERT, this::close),
        guard.route(
            Operation.MUTE_ALERT, request -> request.withFields(fields -> mute(request, fields))),
        guard.route(Operation.LIST_ALERT_RULES, this::listRules),
        guard.route(
            Operation.CHANGE_ALERT_RULE,
            request -> request.withFields(fields -> changeRule(request, fields))));
  }

  private Response list(ApiRequest request) {
    Optional<Id.Organization> where =
        Optional.of(OrganizationApiGuard.named(request))
            .filter(named -> !named.value().equals(PLATFORM));
    return alertGuard
        .refuseToSee(request.actor(), where)
        .map(ApiAnswer::refused)
        .orElseGet(() -> list(request, where));
  }

  private Response list(ApiRequest request, Optional<Id.Organization> where) {
    var query = request.query();
    Optional<Alert.State> state = query.choice("state", Alert.State.class);
    Optional<AlertKind> kind = query.choice("kind", AlertKind.class);
    Optional<String> cursor = query.value("cursor");
    Optional<Place> before = cursor.flatMap(Place::parse);
    if (cursor.isPresent() && before.isEmpty()) {
      query.refuse("cursor", "It must be the next_cursor of the answer before.");
    }
    int limit = query.limit();
    return query.answer(() -> {
      List<Alert> found = list.find(new AlertList.Search(where, state, kind, before, limit + 1));
      List<Alert> shown = found.subList(0, Math.min(limit, found.size()));
      Optional<String> next =
          found.size() > limit
              ? Optional.of(Place.of(shown.getLast()).written())
              : Optional.empty();
      return ApiAnswer.list(
          "alerts", shown.stream().map(AlertView::of).toList(), new Answers.Following(next));
    });
  }

  private Response show(ApiRequest request) {
    return switch (alertGuard.see(request.actor(), request.segment(ID))) {
      case AlertGuard.Granted(var alert) -> ApiAnswer.of(200, AlertView.of(alert));
      case AlertGuard.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private Response close(ApiRequest request) {
    return switch (closeAlert.by(request.actor(), request.segment(ID))) {
      case CloseAlert.Written _ -> show(request);
      case CloseAlert.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private Response mute(ApiRequest request, ApiFields fields) {
    int days = fields.number("days").orElse(0);
    return switch (muteAlert.by(request.actor(), request.segment(ID), days)) {
      case MuteAlert.Muted _ -> show(request);
      case MuteAlert.NotMuted.DAYS_OUT_OF_RANGE ->
          flawed("days", "It must be from 1 to %d.".formatted(Alert.MOST_MUTED_DAYS));
      case MuteAlert.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private static Response flawed(String field, String description) {
    return ApiAnswer.flawed(400, List.of(new ApiError(field, description)));
  }

  private Response listRules(ApiRequest request) {
    Id.Organization where = OrganizationApiGuard.named(request);
    return alertGuard
        .refuseToSee(request.actor(), Optional.of(where))
        .map(ApiAnswer::refused)
        .orElseGet(() -> {
          List<AlertView.Rule> found = rules.of(where).stream().map(AlertView.Rule::of).toList();
          return ApiAnswer.list("alert_rules", found, new Answers.Whole(found.size()));
        });
  }

  private Response changeRule(ApiRequest request, ApiFields fields) {
    var wanted =
        new ChangeAlertRule.Wanted(
            fields.has("is_on") ? Optional.of(fields.flag("is_on")) : Optional.empty(),
            fields.number("threshold"));
    return AlertKind.parse(request.segment("alert_kind"))
        .map(kind -> changeRule(request, kind, wanted))
        .orElseGet(ApiAnswer::notFound);
  }

  private Response changeRule(ApiRequest request, AlertKind kind, ChangeAlertRule.Wanted wanted) {
    Id.Organization where = OrganizationApiGuard.named(request);
    return switch (changeAlertRule.by(request.actor(), where, kind, wanted)) {
      case ChangeAlertRule.Written(var rule) -> ApiAnswer.of(200, AlertView.Rule.of(rule));
      case ChangeAlertRule.Flawed.THRESHOLD_OUT_OF_RANGE ->
          flawed(
              "threshold",
              kind.threshold()
                  .map(range -> "It must be from %d to %d.".formatted(range.min(), range.max()))
                  .orElse("This rule has none."));
      case ChangeAlertRule.Refused(var why) -> ApiAnswer.refused(why);
    };
  }
}
