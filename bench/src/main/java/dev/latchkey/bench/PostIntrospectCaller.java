package dev.latchkey.bench;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Introspects tokens of many clients by POST (RFC 7662). For each token, the client that it belongs
 * to authenticates by HTTP Basic. The tokens are picked at random, so two consecutive requests are
 * rarely from the same client.
 */
final class PostIntrospectCaller implements Caller {
  private final Calls calls;
  private final Supplier<Optional<ClientToken>> picking;
  private Optional<ClientToken> picked = Optional.empty();

  private PostIntrospectCaller(Calls calls, Supplier<Optional<ClientToken>> picking) {
    this.calls = calls;
    this.picking = picking;
  }

  static List<PostIntrospectCaller> ofAny(Trial trial) {
    TokenStock stock = trial.stock();
    return trial
        .meter()
        .callers(i -> {
          var random = new SplittableRandom(i);
          return new PostIntrospectCaller(
              trial.calls(),
              () -> Optional.of(stock.clientToken(random.nextLong(stock.clientTokens()))));
        });
  }

  /** Callers that together check every token of the clients once. */
  static List<PostIntrospectCaller> eachOnce(Trial trial) {
    TokenStock stock = trial.stock();
    PrimitiveIterator.OfLong each = LongStream.range(0, stock.clientTokens()).iterator();
    return trial
        .meter()
        .callers(i ->
            new PostIntrospectCaller(
                trial.calls(),
                () ->
                    each.hasNext()
                        ? Optional.of(stock.clientToken(each.nextLong()))
                        : Optional.empty()));
  }

  @Override
  public Address address() {
    return calls.address();
  }

  @Override
  public Optional<byte[]> next() {
    picked = picking.get();
    return picked.map(calls::introspect);
  }

  @Override
  public boolean isRight(Answer answer) {
    String text = answer.text();
    return answer.status() == 200
        && text.contains("\"active\":true")
        && picked.map(token -> text.contains(token.client().id())).orElse(false)
        && picked.flatMap(ClientToken::subject).map(text::contains).orElse(true);
  }
}
