package dev.latchkey.upgrade;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Exchanges codes, refreshes and revokes tokens and checks them, each at the node that comes next,
 * and fails at the first answer that is not the right one.
 */
final class WorkingClient implements Runnable {
  private static final int REFRESHES = 5;

  private final Supplier<String> nodes;
  private final Queue<String> codes;
  private final String client;
  private final String secret;
  private final AtomicInteger rounds = new AtomicInteger();
  private final Http http = Http.here();
  private volatile boolean isStopping;

  WorkingClient(Supplier<String> nodes, Queue<String> codes, String client, String secret) {
    this.nodes = nodes;
    this.codes = codes;
    this.client = client;
    this.secret = secret;
  }

  void stop() {
    isStopping = true;
  }

  int rounds() {
    return rounds.get();
  }

  @Override
  public void run() {
    while (!isStopping) {
      Tokens tokens = exchange();
      for (int i = 0; i < REFRESHES; i++) {
        require(tokens.access(), true);
        Tokens next = refresh(tokens);
        require(tokens.access(), false);
        tokens = next;
      }
      require(tokens.access(), true);
      revoke(tokens);
      require(tokens.access(), false);
      rounds.incrementAndGet();
    }
  }

  private Tokens exchange() {
    return token(
        Map.of(
            "grant_type",
            "authorization_code",
            "client_id",
            client,
            "client_secret",
            secret,
            "code",
            codes.remove()));
  }

  private Tokens refresh(Tokens tokens) {
    return token(
        Map.of(
            "grant_type", "refresh_token", "client_id", client, "refresh_token", tokens.refresh()));
  }

  private Tokens token(Map<String, String> fields) {
    return Tokens.of(ok(http.form(nodes.get() + "/oauth2/token", fields)));
  }

  private void revoke(Tokens tokens) {
    ok(
        http.json(
            nodes.get() + "/oauth2/revoke",
            """
            {"client_id": "%s", "client_secret": "%s", "access_token": "%s"}
            """
                .formatted(client, secret, tokens.access())));
  }

  private void require(String access, boolean active) {
    String node = nodes.get();
    if (Latchkey.isActive(node, access) != active) {
      throw new AssertionError("a token is %sactive at %s".formatted(active ? "not " : "", node));
    }
  }

  private static Answer ok(Answer answer) {
    if (answer.status() != 200) {
      throw new AssertionError("an answer that is not right: " + answer);
    }
    return answer;
  }
}
