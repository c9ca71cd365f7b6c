package dev.latchkey.model;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures the work on a token before it is looked up. */
@State(Scope.Benchmark)
public class TokenBenchmark {
  private final String text = Secret.ACCESS.mint(new SecureRandom()).reveal();
  private final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
  private final String mistyped = text.substring(0, text.length() - 1) + "!";
  private final Secret.Access token = Secret.ACCESS.parse(text).orElseThrow();

  @Benchmark
  public Optional<? extends Secret.Bearer> parse() {
    return Secret.bearer(text);
  }

  @Benchmark
  public Optional<? extends Secret.Bearer> refuse() {
    return Secret.bearer(mistyped);
  }

  /** Parses and hashes a token from the bytes of a request. */
  @Benchmark
  public Optional<TokenKey> key() {
    return TokenKey.of(bytes, 0, bytes.length);
  }

  @Benchmark
  public SecretHash hash() {
    return token.hash();
  }
}
