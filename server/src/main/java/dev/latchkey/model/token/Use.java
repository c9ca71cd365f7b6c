package dev.latchkey.model.token;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Scopes;
import java.util.Optional;

/** A valid token or client secret was used, or a call was refused. */
public sealed interface Use {
  RequestMoment moment();

  /** A call of the open interface was admitted. {@code needed} are the scopes that it needed. */
  record Call(LiveToken token, Scopes needed, RequestMoment moment) implements Use {}

  /**
   * A call of the open interface was refused. {@code client} is empty if the call carried no valid
   * token.
   */
  record RefusedCall(Optional<Id.Client> client, CallRefusal why, RequestMoment moment)
      implements Use {}

  /**
   * Introspection reported that a token is active. No call was made here, but the resource server
   * that asked may have admitted one.
   */
  record Inspection(LiveToken token, RequestMoment moment) implements Use {}

  /** A credential authenticated with its secret. */
  record Proof(Id.Client client, SecretHash secret, RequestMoment moment) implements Use {}
}
