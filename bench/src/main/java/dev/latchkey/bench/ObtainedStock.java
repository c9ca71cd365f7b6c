package dev.latchkey.bench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/** The tokens and codes that a running server has issued. Half of the pairs are kept for checks. */
final class ObtainedStock implements TokenStock {
  private final Queue<String> codes = new ArrayDeque<>();
  private final Queue<IssuedPair> spare = new ArrayDeque<>();
  private final List<IssuedPair> kept = new ArrayList<>();
  private final ClientToken.Client client;

  /** All tokens and codes belong to this client. */
  ObtainedStock(ClientToken.Client client) {
    this.client = client;
  }

  void add(String code) {
    codes.add(code);
  }

  void add(IssuedPair pair) {
    if (kept.size() <= spare.size()) {
      kept.add(pair);
    } else {
      spare.add(pair);
    }
  }

  @Override
  public long activeTokens() {
    return kept.size();
  }

  @Override
  public String access(long i) {
    return kept.get((int) i).access();
  }

  @Override
  public Optional<String> subject(long i) {
    return Optional.empty();
  }

  @Override
  public long clientTokens() {
    return activeTokens();
  }

  @Override
  public ClientToken clientToken(long i) {
    return new ClientToken(client, access(i), Optional.empty());
  }

  @Override
  public long pairs() {
    return spare.size();
  }

  @Override
  public long codes() {
    return codes.size();
  }

  @Override
  public Optional<IssuedPair> takePair() {
    return Optional.ofNullable(spare.poll());
  }

  @Override
  public Optional<String> takeCode() {
    return Optional.ofNullable(codes.poll());
  }
}
