package dev.latchkey.bench;

import dev.latchkey.bench.store.Batch;
import dev.latchkey.bench.store.DerivedValues;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The stock of a filled store. Tokens and codes are derived again from their numbers. */
final class FilledStock implements TokenStock {
  private final DerivedValues derived;
  private final long active;
  private final long pairs;
  private final long codes;
  private final long clientTokens;
  private final List<ClientToken.Client> clients;
  private long takenPairs;
  private long takenCodes;

  /** {@code stock} is the number of pairs, of codes, and of tokens of clients. */
  FilledStock(DerivedValues derived, long active, long stock) {
    this.derived = derived;
    this.active = active;
    this.pairs = stock;
    this.codes = stock;
    this.clientTokens = stock;
    this.clients =
        IntStream.range(0, Batch.CLIENTS)
            .mapToObj(i ->
                ClientToken.Client.of(derived.client(i).value(), derived.clientSecret(i).reveal()))
            .toList();
  }

  /** Only active tokens of one credential. */
  static FilledStock of(DerivedValues derived, long active) {
    return new FilledStock(derived, active, 0);
  }

  @Override
  public long activeTokens() {
    return active;
  }

  @Override
  public String access(long i) {
    return derived.access(i).reveal();
  }

  @Override
  public Optional<String> subject(long i) {
    return Optional.of(derived.user(Batch.user(Batch.Kind.ACTIVE, i)).value());
  }

  @Override
  public long clientTokens() {
    return clientTokens;
  }

  @Override
  public ClientToken clientToken(long i) {
    return new ClientToken(
        clients.get((int) Batch.client(i)),
        derived.access(Batch.Kind.CLIENT.number(i)).reveal(),
        Optional.of(derived.user(Batch.user(Batch.Kind.CLIENT, i)).value()));
  }

  @Override
  public long pairs() {
    return pairs - takenPairs;
  }

  @Override
  public long codes() {
    return codes - takenCodes;
  }

  @Override
  public Optional<IssuedPair> takePair() {
    if (takenPairs == pairs) {
      return Optional.empty();
    }
    long number = Batch.Kind.SPARE.number(takenPairs++);
    return Optional.of(
        new IssuedPair(derived.access(number).reveal(), derived.refresh(number).reveal()));
  }

  @Override
  public Optional<String> takeCode() {
    return takenCodes == codes
        ? Optional.empty()
        : Optional.of(derived.code(Batch.Kind.CODE.number(takenCodes++)).reveal());
  }
}
