package dev.latchkey.api;

import static dev.latchkey.api.ApiCall.get;
import static dev.latchkey.api.ApiCall.patch;
import static dev.latchkey.api.ApiField.choice;
import static dev.latchkey.api.ApiField.text;
import static dev.latchkey.api.ApiField.time;

import dev.latchkey.api.view.Answers;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;

/** The calls about the request log. */
final class CallOperations {
  static final ApiCall LIST_CALLS =
      get("audit", "/calls")
          .with(
              text("org_id"),
              text("client_id"),
              text("user_id"),
              choice("kind", RecordedCall.Kind.class),
              choice("outcome", RecordedCall.Outcome.class),
              choice("reason", CallReason.class),
              text("status"),
              text("method"),
              text("route"),
              text("address"),
              text("ending"),
              time("from"),
              time("until"))
          .follows("calls", Noun.CALL, Answers.Following.class, ApiQuery.MAX_LIMIT);

  static final ApiCall GET_REQUEST_LOG =
      get("organizations", "/organizations/{org_id}/request-log").shows(Noun.REQUEST_LOG);

  static final ApiCall CHANGE_REQUEST_LOG =
      patch("organizations", "/organizations/{org_id}/request-log")
          .with(ApiBody.REQUEST_LOG_CHANGE)
          .shows(Noun.REQUEST_LOG);

  static final ApiCall LIST_ROUTE_CALLS =
      get("routes", "/routes/calls")
          .with(text("method"), text("path"), time("from"))
          .lists("route_calls", Noun.ROUTE_CALLS, Answers.Whole.class);

  private CallOperations() {}
}
