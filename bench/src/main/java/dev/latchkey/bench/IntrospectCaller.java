package dev.latchkey.bench;

import dev.latchkey.edge.http.Json;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;

/**
 * Introspects active tokens (contract 4.5). The first answers are checked field by field. Later
 * answers are checked for being active and for the right subject and credential.
 */
final class IntrospectCaller implements Caller {
  private static final byte[] INACTIVE = "{\"active\":false}".getBytes(StandardCharsets.US_ASCII);
  private static final int READ_WHOLE = 100;

  /**
   * A prime larger than any number of tokens. Its multiples, modulo the number of tokens, visit
   * each token once.
   */
  private static final long PRIME = 982_451_653;

  private final Calls calls;
  private final TokenStock stock;
  private final Supplier<OptionalLong> picking;
  private long picked;
  private long asked;

  IntrospectCaller(Calls calls, TokenStock stock, long seed) {
    this(calls, stock, anyOf(stock, new SplittableRandom(seed)));
  }

  private IntrospectCaller(Calls calls, TokenStock stock, Supplier<OptionalLong> picking) {
    this.calls = calls;
    this.stock = stock;
    this.picking = picking;
  }

  /**
   * Callers that together check every active token once. Tokens that are neighbours in the store
   * are not checked one after the other.
   */
  static List<IntrospectCaller> eachOnce(Meter meter, Calls calls, TokenStock stock) {
    PrimitiveIterator.OfLong each =
        LongStream.range(0, stock.activeTokens())
            .map(i -> i * PRIME % stock.activeTokens())
            .iterator();
    Supplier<OptionalLong> next =
        () -> each.hasNext() ? OptionalLong.of(each.nextLong()) : OptionalLong.empty();
    return meter.callers(i -> new IntrospectCaller(calls, stock, next));
  }

  private static Supplier<OptionalLong> anyOf(TokenStock stock, SplittableRandom random) {
    return () -> OptionalLong.of(random.nextLong(stock.activeTokens()));
  }

  static boolean isInactive(Answer answer) {
    return SimpleCaller.exactly(INACTIVE).test(answer);
  }

  long asked() {
    return asked;
  }

  @Override
  public Address address() {
    return calls.address();
  }

  @Override
  public Optional<byte[]> next() {
    OptionalLong next = picking.get();
    if (next.isEmpty()) {
      return Optional.empty();
    }
    picked = next.getAsLong();
    asked++;
    return Optional.of(calls.introspect(stock.access(picked)));
  }

  @Override
  public boolean isRight(Answer answer) {
    String text = answer.text();
    return answer.status() == 200
        && text.contains("\"active\":true")
        && text.contains(calls.identity().clientId())
        && text.contains(stock.subject(picked).orElse(""))
        && (asked > READ_WHOLE || describesLive(text));
  }

  private boolean describesLive(String text) {
    Optional<JsonNode> json = Json.parse(text);
    return json.isPresent()
        && json.get().path("active").asBoolean(false)
        && json.get().path("client_id").asString("").equals(calls.identity().clientId())
        && json.get().path("token_type").asString("").equals("Bearer")
        && json.get()
            .path("sub")
            .asString("")
            .equals(stock.subject(picked).orElse(json.get().path("sub").asString()))
        && json.get().path("exp").isIntegralNumber();
  }
}
