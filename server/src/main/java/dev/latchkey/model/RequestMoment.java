package dev.latchkey.model;

import dev.latchkey.model.event.EnclosedMail;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * When a request arrived, from which address, and by what it is allowed if its caller has
 * authenticated: a session or a token. Every write needs this: to check deadlines and rights, to
 * count failures, and to write the audit log.
 */
public record RequestMoment(
    Instant at,
    String address,
    Network network,
    Optional<Authority> authority,
    Optional<String> requestId,
    Optional<EnclosedMail> enclosed) {
  private static final ScopedValue<RequestMoment> ANSWERED = ScopedValue.newInstance();

  public RequestMoment(Instant at, String address, Network network) {
    this(at, address, network, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * The moment of an act that is not a network request. Its address is not an IP address, so it is
   * used as the network as well.
   */
  public RequestMoment(Instant at, String address) {
    this(at, address, new Network(address));
  }

  /** The moment of a command that an operator runs on the server. */
  public static RequestMoment ofCommand(Instant at) {
    return new RequestMoment(at, RecordedActor.Unnamed.OPERATOR.address());
  }

  /** The moment of an act of the server itself, such as a background task. */
  public static RequestMoment ofServer(Instant at) {
    return new RequestMoment(at, RecordedActor.Unnamed.SERVER.address());
  }

  /** Does a part of the answer to this request. */
  public <T> T during(Supplier<T> part) {
    return ScopedValue.where(ANSWERED, this).call(part::get);
  }

  /**
   * The request that this thread answers. Lists take turns of callers by it, so that no method on
   * the way to one can forget to pass it on. A command has none, nor has background work.
   */
  public static Optional<RequestMoment> answered() {
    return ANSWERED.isBound() ? Optional.of(ANSWERED.get()) : Optional.empty();
  }

  /** Who acts, as far as it is known from the session, the token or the address. */
  public RecordedActor actor() {
    return authority
        .<RecordedActor>map(Authority::subject)
        .orElseGet(() -> RecordedActor.at(address));
  }

  public RequestMoment in(Authority caller) {
    return new RequestMoment(at, address, network, Optional.of(caller), requestId, enclosed);
  }

  /** The same moment for writes that no longer depend on the rights of the caller. */
  public RequestMoment withoutAuthority() {
    return new RequestMoment(at, address, network, Optional.empty(), requestId, enclosed);
  }

  /** The same moment for an act with which this mail is sent. */
  public RequestMoment enclosing(EnclosedMail mail) {
    return new RequestMoment(at, address, network, authority, requestId, Optional.of(mail));
  }

  /** The moment of a request with this id. It is empty if requests have none. */
  public RequestMoment identified(Optional<String> id) {
    return new RequestMoment(at, address, network, authority, id, enclosed);
  }
}
