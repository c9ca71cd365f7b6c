package dev.latchkey.edge.observe;

import dev.latchkey.edge.http.Headers;
import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.TraceContext;
import dev.latchkey.model.RequestId;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.call.UnownedCall;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Records the requests of credentials in the request log, once their answers were sent. */
public record RequestLog(
    Consumer<RecordedCall> calls,
    Consumer<UnownedCall.WithToken> unowned,
    BooleanSupplier isOn,
    InstantSource clock) {
  private static final int ENDING_CHARS = 4;
  private static final int MOST_PATH = 300;
  private static final int MOST_AGENT = 120;
  private static final int MOST_METHOD = 16;

  /** A block can have longer texts, but not of any length. */
  private static final int MOST_SCOPES = 4_000;

  /** What is known of a request when it is decided. Its answer adds the rest. */
  public record Decided(
      RecordedCall.Kind kind, Whose whose, RecordedCall.Asked asked, String address, Why why) {}

  /** Whose request it is. That of a token which is not valid is found later, if at all. */
  public sealed interface Whose {
    record Known(RecordedCall.Caller caller) implements Whose {}

    record Token(TokenKey key, String ending) implements Whose {}
  }

  /** Why it was refused, if it was. The scopes are empty unless one was missing. */
  public record Why(Optional<CallReason> reason, String missing, String granted) {
    public static final Why ADMITTED = new Why(Optional.empty(), "", "");

    public static Why of(CallReason reason) {
      return new Why(Optional.of(reason), "", "");
    }
  }

  /** The note for the answer. What happens to the call until then can be added to it. */
  public CallNote note(Decided decided) {
    return new CallNote(this, decided);
  }

  /** The last four characters of the token by which people recognize it. */
  public static String ending(Headers headers) {
    return headers
        .only("Authorization")
        .filter(value -> value.length() > ENDING_CHARS)
        .map(value -> value.substring(value.length() - ENDING_CHARS))
        .orElse("");
  }

  /** Records a request whose answer was sent. */
  void record(Decided decided, Optional<Duration> service, Response.Ended ended) {
    Incoming head = ended.head();
    Instant now = clock.instant();
    RecordedCall.Asked asked = decided.asked;
    var call =
        new UnownedCall(
            head.correlation()
                .requestId()
                .orElseGet(() -> RequestId.draw(now, ThreadLocalRandom.current())),
            now,
            decided.kind,
            new RecordedCall.Asked(
                cut(asked.method(), MOST_METHOD),
                cut(asked.route(), MOST_PATH),
                cut(LoggedPath.withoutSecrets(asked.path()), MOST_PATH)),
            new RecordedCall.Decision(
                ended.status(),
                decided.why.reason,
                cut(decided.why.missing, MOST_SCOPES),
                cut(decided.why.granted, MOST_SCOPES)),
            new RecordedCall.Cost(Duration.ofNanos(ended.nanos()), service, ended.bytes()),
            new RecordedCall.Origin(
                decided.address,
                cut(
                    LoggedPath.withoutSecrets(head.headers().only("User-Agent").orElse("")),
                    MOST_AGENT),
                head.correlation().trace().map(TraceContext::trace).orElse("")));
    switch (decided.whose) {
      case Whose.Known known -> calls.accept(call.by(known.caller));
      case Whose.Token token ->
          unowned.accept(new UnownedCall.WithToken(token.key, token.ending, call));
    }
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most);
  }
}
