package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.model.token.LiveToken;
import java.util.Map;
import java.util.Optional;

/** What {@link Admission} decided about a call. */
public sealed interface Judgement {
  /** The call may pass. {@code segments} are the values of the row's named segments, decoded. */
  record Admitted(LiveToken caller, OpenRoute route, Map<String, String> segments)
      implements Judgement {}

  /** The token with which a call was refused. */
  sealed interface With {
    With NONE = new None();

    /** None that looks like one, or the path was refused before it was looked at. */
    record None() implements With {}

    /** It may have been valid before. */
    record Invalid(TokenKey token) implements With {}

    record Live(LiveToken caller) implements With {}
  }

  /**
   * The call may not pass.
   *
   * @param with the token of the call
   * @param route the pattern of the row; empty if the call was refused before its row counted
   * @param missing the scopes that the token lacks
   */
  record Refused(
      Refusal refusal, CallRefusal why, With with, String route, Optional<Scopes> missing)
      implements Judgement {
    Refused(Refusal refusal, CallRefusal why, With with) {
      this(refusal, why, with, "", Optional.empty());
    }

    /** The same refusal, of a call that matches this row. */
    Refused at(OpenRoute row, Optional<Scopes> lacked) {
      Refusal noted = refusal;
      for (Header header : row.headers()) {
        noted = noted.with(header.name(), header.value());
      }
      return new Refused(noted, why, with, row.pattern().toString(), lacked);
    }
  }
}
