package dev.latchkey.model.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.TokenKey;
import java.time.Instant;
import java.util.Optional;

/** All that is recorded of a call, except whose it is. */
public record UnownedCall(
    String id,
    Instant at,
    RecordedCall.Kind kind,
    RecordedCall.Asked asked,
    RecordedCall.Decision decision,
    RecordedCall.Cost cost,
    RecordedCall.Origin origin) {
  public RecordedCall by(RecordedCall.Caller caller) {
    return new RecordedCall(id, at, kind, caller, asked, decision, cost, origin);
  }

  /** A call with a token that is not valid. {@code ending}: its last four characters. */
  public record WithToken(TokenKey token, String ending, UnownedCall call) {
    public RecordedCall by(Holder holder) {
      var caller =
          new RecordedCall.Caller(
              holder.client, holder.organization, Optional.of(holder.subject), ending);
      return call.because(holder.why).by(caller);
    }
  }

  /** Who had a token, and why it is not valid any more. */
  public record Holder(
      Id.Client client, Id.Organization organization, Id.Subject subject, CallReason why) {}

  private UnownedCall because(CallReason reason) {
    var decided = new RecordedCall.Decision(decision.status(), Optional.of(reason), "", "");
    return new UnownedCall(id, at, kind, asked, decided, cost, origin);
  }
}
