package dev.latchkey.model.call;

import dev.latchkey.model.Id;
import java.time.Instant;
import java.util.Optional;

/** Which calls a page of the request log shows. */
public record CallSearch(Of of, Period period, Filter filter) {

  /** Whose calls. The log has an index for each but a person. */
  public sealed interface Of {
    record Credential(Id.Client client) implements Of {}

    record Organization(Id.Organization id) implements Of {}

    record Everything() implements Of {}

    /** Those for a person, in an organization. */
    record Person(Organization within, Id.Subject subject) implements Of {}
  }

  /** From the first moment, including it, to the last, excluding it. */
  public record Period(Optional<Instant> from, Optional<Instant> until) {
    public static final Period ALL = new Period(Optional.empty(), Optional.empty());

    boolean contains(Instant at) {
      return from.filter(at::isBefore).isEmpty()
          && until.filter(end -> !at.isBefore(end)).isEmpty();
    }
  }

  /** What a call must have. {@code status}: such as 403, or 4 for every status from 400 to 499. */
  public record Filter(
      Optional<RecordedCall.Kind> kind,
      Optional<RecordedCall.Outcome> outcome,
      Optional<CallReason> reason,
      Optional<Integer> status,
      Optional<String> method,
      Optional<String> route,
      Optional<Id.Client> client,
      Optional<Id.Subject> subject,
      Optional<String> address,
      Optional<String> ending) {
    public static final Filter NONE =
        new Filter(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    boolean matches(RecordedCall call) {
      RecordedCall.Decision decision = call.decision();
      return kind.filter(wanted -> wanted != call.kind()).isEmpty()
          && outcome.filter(wanted -> wanted != call.outcome()).isEmpty()
          && reason.filter(wanted -> decision.reason().filter(wanted::equals).isEmpty()).isEmpty()
          && status.filter(wanted -> !isStatus(wanted, decision.status())).isEmpty()
          && method.filter(wanted -> !wanted.equals(call.asked().method())).isEmpty()
          && route.filter(wanted -> !wanted.equals(call.asked().route())).isEmpty()
          && client.filter(wanted -> !wanted.equals(call.caller().client())).isEmpty()
          && subject
              .filter(wanted -> call.caller().subject().filter(wanted::equals).isEmpty())
              .isEmpty()
          && address.filter(wanted -> !wanted.equals(call.origin().address())).isEmpty()
          && ending.filter(wanted -> !wanted.equals(call.caller().ending())).isEmpty();
    }

    private static boolean isStatus(int wanted, int status) {
      return wanted == status || wanted == status / 100;
    }
  }

  /** The blocks that are read have other people's calls as well. */
  private boolean isOf(RecordedCall call) {
    return !(of instanceof Of.Person(_, var subject))
        || call.caller().subject().filter(subject::equals).isPresent();
  }

  public static CallSearch of(Of of) {
    return new CallSearch(of, Period.ALL, Filter.NONE);
  }

  public CallSearch within(Period other) {
    return new CallSearch(of, other, filter);
  }

  public CallSearch with(Filter other) {
    return new CallSearch(of, period, other);
  }

  public boolean matches(RecordedCall call) {
    return isOf(call) && period.contains(call.at()) && filter.matches(call);
  }
}
