package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.RateLimit;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.Use;
import dev.latchkey.storage.operation.RefusedCalls;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Records which calls were admitted and refused. Calls are counted in memory. A call from an
 * address that its credential does not allow is written to the audit log as well. {@code entries}
 * limits how many such entries are tried for each credential, so that a flood of calls does not
 * become a flood of writes.
 */
public record CallLog(Consumer<Use> uses, RefusedCalls refusedCalls, RateLimit entries) {
  public void admitted(LiveToken caller, Scopes needed, RequestMoment now) {
    uses.accept(new Use.Call(caller, needed, now));
  }

  public void refused(Optional<Id.Client> client, CallRefusal why, RequestMoment now) {
    uses.accept(new Use.RefusedCall(client, why, now));
  }

  /** Writes to the store, so no event loop may call it. */
  public void addressNotAllowed(LiveToken caller, RequestMoment now) {
    refused(Optional.of(caller.client()), CallRefusal.ADDRESS_NOT_ALLOWED, now);
    if (entries.take(caller.client()).isEmpty()) {
      refusedCalls.addressNotAllowed(caller, now);
    }
  }
}
