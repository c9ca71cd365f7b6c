package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Headers;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Relay;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Upstream;
import dev.latchkey.edge.http.UpstreamWatch;
import dev.latchkey.edge.observe.CallNote;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.token.LiveToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Forwards an admitted call to its upstream, and the answer back to the caller (contract 4.4).
 * Whether the caller may make the call is not decided here.
 */
public record Forwarding(Identity identity, UpstreamWatch watch) {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  private static final Refusal TOO_LONG =
      new Refusal(413, "invalid_request", "The body is longer than this call takes.");
  private static final Refusal NOT_ASCII =
      Refusal.invalidRequest("A header holds a character that is not ASCII.");
  private static final Refusal BROKEN_BODY =
      Refusal.invalidRequest("The body is not well-formed HTTP.");

  /** Whether the call can be forwarded at once, without a signature that takes long. */
  boolean isReady(Request request, LiveToken caller, Target.Forwarded target) {
    return identity.isSigned(statement(request, caller, target), request.moment().at());
  }

  private static Assertions.Statement statement(
      Request request, LiveToken caller, Target.Forwarded target) {
    return new Assertions.Statement(
        caller, target.upstream().name(), request.baseUrl(), request.method(), request.path());
  }

  /** {@code stillAllowed} is asked regularly for as long as the call lasts. */
  Response forward(
      Request request,
      Judgement.Admitted admitted,
      Target.Forwarded target,
      BooleanSupplier stillAllowed,
      Optional<CallNote> note) {
    LiveToken caller = admitted.caller();
    Body.Unread body = request.unread();
    Upstream upstream = target.upstream();
    long bodyLimit = target.bodyLimitBytes().orElse(Long.MAX_VALUE);
    if (body.length().orElse(0) > bodyLimit) {
      return TOO_LONG.json();
    }
    PathRewrite rewrite = target.rewrite();
    List<Header> headers = PassedHeaders.toUpstream(request, rewrite.strip());
    if (!areAscii(headers)) {
      return NOT_ASCII.json();
    }
    Duration answerTimeout = target.timeout().orElse(upstream.idleTimeout());
    return new Response(
        200,
        List.of(),
        new Content.Relayed(
            new Relay(
                upstream,
                caller.client().value() + " " + caller.subject().value(),
                rewrite.toService(request.path()),
                headers,
                identity.headers(statement(request, caller, target), request.moment().at()),
                bodyLimit,
                answerTimeout,
                isWebSocket(request),
                new Rules(
                    target, request.baseUrl(), stillAllowed, note, admitted.route().headers()))));
  }

  /**
   * Whether the call asks for a WebSocket (RFC 6455 4.1). A request for any other protocol is not
   * passed on.
   */
  private static boolean isWebSocket(Request request) {
    Headers headers = request.headers();
    return request.method().equals("GET")
        && headers.only("Upgrade").orElse("").equalsIgnoreCase("websocket")
        && headers.all("Connection").stream()
            .flatMap(line -> Arrays.stream(line.split(",")))
            .anyMatch(option -> option.strip().equalsIgnoreCase("upgrade"))
        && headers.only("Sec-WebSocket-Key").isPresent()
        && headers.only("Sec-WebSocket-Version").orElse("").equals("13");
  }

  private static boolean areAscii(List<Header> headers) {
    for (Header header : headers) {
      String value = header.value();
      for (int i = 0; i < value.length(); i++) {
        if (value.charAt(i) > 0x7e) {
          return false;
        }
      }
    }
    return true;
  }

  private final class Rules implements Relay.Rules {
    private final Upstream upstream;
    private final PathRewrite rewrite;
    private final String baseUrl;
    private final BooleanSupplier stillAllowed;
    private final Optional<CallNote> note;
    private final List<Header> added;

    Rules(
        Target.Forwarded target,
        String baseUrl,
        BooleanSupplier stillAllowed,
        Optional<CallNote> note,
        List<Header> added) {
      this.added = added;
      this.upstream = target.upstream();
      this.rewrite = target.rewrite();
      this.baseUrl = baseUrl;
      this.stillAllowed = stillAllowed;
      this.note = note;
    }

    @Override
    public List<Header> toCaller(List<Header> answered) {
      List<Header> passed =
          rewrite.toCaller(PassedHeaders.toCaller(answered), upstream.addresses(), baseUrl);
      if (added.isEmpty()) {
        return passed;
      }
      var all = new ArrayList<Header>(passed);
      all.addAll(added);
      return all;
    }

    @Override
    public void answered(long nanos) {
      watch.answeredIn(upstream.name(), nanos);
      note.ifPresent(call -> call.answeredIn(nanos));
    }

    @Override
    public Response failed(Relay.Failure failure, Throwable cause) {
      Refusal refusal = refusal(failure);
      watch.failed(upstream.name(), failure);
      note.ifPresent(call -> call.failed(reason(failure)));
      LOG.log(
          System.Logger.Level.WARNING,
          "upstream {0}: {1} ({2})",
          upstream.name(),
          refusal.description(),
          cause.getClass().getSimpleName());
      return refusal.json();
    }

    @Override
    public Response tooLong() {
      return TOO_LONG.json();
    }

    @Override
    public Response brokenBody() {
      return BROKEN_BODY.json();
    }

    @Override
    public boolean isStillAllowed() {
      return stillAllowed.getAsBoolean();
    }
  }

  private static CallReason reason(Relay.Failure failure) {
    return switch (failure) {
      case UNREACHABLE -> CallReason.SERVICE_UNREACHABLE;
      case BROKEN -> CallReason.SERVICE_BROKEN;
      case SLOW -> CallReason.SERVICE_SLOW;
      case BUSY -> CallReason.SERVICE_BUSY;
    };
  }

  private static Refusal refusal(Relay.Failure failure) {
    return switch (failure) {
      case UNREACHABLE ->
          new Refusal(502, "bad_gateway", "The service behind this call cannot be reached.");
      case BROKEN ->
          new Refusal(
              502,
              "bad_gateway",
              "The service behind this call gave an incomplete or invalid answer.");
      case SLOW ->
          new Refusal(
              504, "gateway_timeout", "The service behind this call did not answer in time.");
      case BUSY -> Refusal.unavailable();
    };
  }
}
