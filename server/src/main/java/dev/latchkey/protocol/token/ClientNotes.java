package dev.latchkey.protocol.token;

import dev.latchkey.edge.http.ClientGuard;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.observe.RequestLog;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.credential.Credential;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Notes for the request log what credentials ask at the endpoints for tokens. A caller that has not
 * proved which credential it is could fill the log of another one, so it is not noted.
 */
public record ClientNotes(RequestLog log) implements ClientGuard.Notes {
  @Override
  public Response noted(Request request, Credential credential, Response response) {
    if (!log.isOn().getAsBoolean()) {
      return response;
    }
    return response.noted(
        log.note(
            new RequestLog.Decided(
                kind(request.path()),
                new RequestLog.Whose.Known(
                    new RecordedCall.Caller(
                        credential.clientId(), credential.organization(), Optional.empty(), "")),
                new RecordedCall.Asked(request.method(), request.path(), request.path()),
                request.moment().address(),
                response.status() < 400
                    ? RequestLog.Why.ADMITTED
                    : RequestLog.Why.of(reason(response)))));
  }

  private static RecordedCall.Kind kind(String path) {
    return switch (path) {
      case "/oauth2/introspect" -> RecordedCall.Kind.INTROSPECTION;
      case "/oauth2/revoke" -> RecordedCall.Kind.REVOCATION;
      default -> RecordedCall.Kind.TOKEN;
    };
  }

  /** The error code is in the answer alone. */
  private static CallReason reason(Response response) {
    return switch (error(response)) {
      case "invalid_request" -> CallReason.INVALID_REQUEST;
      case "invalid_client" -> CallReason.INVALID_CLIENT;
      case "invalid_grant" -> CallReason.INVALID_GRANT;
      case "invalid_scope" -> CallReason.INVALID_SCOPE;
      case "unauthorized_client" -> CallReason.UNAUTHORIZED_CLIENT;
      case "too_many_requests", "slow_down" -> CallReason.TOO_MANY;
      default -> CallReason.UNNAMED;
    };
  }

  private static String error(Response response) {
    return response.content() instanceof Content.Whole whole
        ? Json.parse(new String(whole.bytes(), StandardCharsets.UTF_8))
            .map(body -> body.path("error").asString(""))
            .orElse("")
        : "";
  }
}
