package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.app.config.LiveSettings;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.Scopes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call that becomes a WebSocket (RFC 6455), with the JDK's client. */
@SuppressWarnings("NullAway.Init") // Each test starts its own.
@Order(1)
class WebSocketTest {
  private Upstream upstream;
  private Latchkey latchkey;
  private App app;
  private Tokens tokens;

  @BeforeEach
  void start() {
    upstream = Upstream.that(WebSocketTest::echo);
    latchkey =
        Latchkey.start(Store.SQLITE, settings -> Issues.behind(settings, upstream.address()));
    app = latchkey.app();
    tokens = app.tokens(latchkey.browser().signIn(latchkey.person()));
  }

  @AfterEach
  void stop() {
    latchkey.close();
    upstream.close();
  }

  /** Sends back what it receives, in frames without a mask. */
  private static void echo(Upstream.Call call) throws IOException {
    String key = call.header("Sec-WebSocket-Key").orElse("");
    call.answer(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: "
            + accepted(key)
            + "\r\n\r\n");
    while (true) {
      int opcode = call.in().read() & 0x0f;
      int length = call.in().read() & 0x7f;
      byte[] mask = call.in().readNBytes(4);
      byte[] text = call.in().readNBytes(length);
      for (int i = 0; i < text.length; i++) {
        text[i] ^= mask[i % 4];
      }
      call.out().write(0x80 | opcode);
      call.out().write(length);
      call.out().write(text);
      call.out().flush();
      if (opcode == 8 || mask.length < 4) {
        call.socket().close();
        return;
      }
    }
  }

  private static String accepted(String key) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1")
              .digest(
                  (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                      .getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static final class ReceivedMessages implements WebSocket.Listener {
    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    private final CompletableFuture<String> end = new CompletableFuture<>();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean isLast) {
      texts.add(text.toString());
      socket.request(1);
      return CompletableFuture.completedStage(text);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
      end.complete("closed " + status);
      return CompletableFuture.completedStage(status);
    }

    @Override
    public void onError(WebSocket socket, Throwable cause) {
      end.complete("cut");
    }
  }

  private WebSocket open(String path, String token, ReceivedMessages received) {
    return HttpClient.newHttpClient()
        .newWebSocketBuilder()
        .header("Authorization", "Bearer " + token)
        .buildAsync(URI.create(latchkey.url().replace("http:", "ws:") + path), received)
        .join();
  }

  @Test
  void messages_pass_in_both_directions() throws Exception {
    var received = new ReceivedMessages();
    WebSocket socket = open("/openapi/v2/issues/live", tokens.access(), received);

    socket.sendText("one", true).join();
    socket.sendText("two", true).join();

    assertThat(received.texts.take()).isEqualTo("one");
    assertThat(received.texts.take()).isEqualTo("two");
    assertThat(upstream.heads().getFirst())
        .contains("Upgrade: websocket\r\n")
        .contains("Latchkey-Subject: ")
        .doesNotContain(tokens.access());

    socket.sendClose(1000, "done").join();
    assertThat(received.end.join()).isEqualTo("closed 1000");
  }

  @Test
  void the_handshake_needs_a_token_and_its_scope() {
    Latchkey.Machine writer =
        latchkey.machine(latchkey.person(), Optional.empty(), Scopes.parse("write:issue:info"));

    for (String useless : List.of("lk_at_nothing", writer.token())) {
      assertThatThrownBy(() -> open("/openapi/v2/issues/live", useless, new ReceivedMessages()))
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(WebSocketHandshakeException.class);
    }
    assertThat(upstream.heads()).isEmpty();
  }

  /**
   * Tokens are checked once a second. When the second WebSocket is closed, a second after the
   * first, all others have been checked too.
   */
  @Test
  void it_is_closed_when_the_token_is_revoked_and_others_go_on() throws Exception {
    var other = new ReceivedMessages();
    WebSocket stays = open("/openapi/v2/issues/live", tokens.access(), other);

    for (int time = 0; time < 2; time++) {
      Tokens revoked = app.tokens(latchkey.browser().signIn(latchkey.person()));
      var received = new ReceivedMessages();
      WebSocket socket = open("/openapi/v2/issues/live", revoked.access(), received);
      socket.sendText("still here", true).join();
      assertThat(received.texts.take()).isEqualTo("still here");

      app.revoke(revoked.access());

      assertCut(received);
    }
    stays.sendText("checked as well by now", true).join();
    assertThat(other.texts.take()).isEqualTo("checked as well by now");
  }

  @Test
  void it_is_closed_when_its_credential_is_limited_to_other_networks() throws Exception {
    App limited = latchkey.app();
    String token = limited.tokens(latchkey.browser().signIn(latchkey.person())).access();
    var received = new ReceivedMessages();
    open("/openapi/v2/issues/live", token, received);

    latchkey.allowOnly("192.0.2.0/24", limited.credential());

    assertCut(received);
  }

  /**
   * An open WebSocket is checked against the current route table, which may have another path,
   * method or scope.
   */
  @ParameterizedTest
  @CsvSource({
    "GET, /openapi/v2/wiki/**, read:issue:info",
    "POST, /openapi/v2/issues/**, read:issue:info",
    "GET, /openapi/v2/issues/**, read:wiki:page"
  })
  void it_is_closed_when_a_new_table_would_refuse_it(String method, String path, String scope)
      throws Exception {
    var received = new ReceivedMessages();
    WebSocket socket = open("/openapi/v2/issues/live", tokens.access(), received);
    socket.sendText("still here", true).join();
    assertThat(received.texts.take()).isEqualTo("still here");

    var row =
        new OpenRoute(
            Set.of(method),
            PathPattern.of(path),
            Scopes.parse(scope),
            new Target.BuiltIn(DirectoryCall.ME));
    LiveSettings live = latchkey.installation().live();
    live.replace(live.get().with(new RouteTable(List.of(row))));

    assertCut(received);
  }

  private static void assertCut(ReceivedMessages received) {
    Poll.until(received.end::isDone, "the end of the WebSocket");
    assertThat(received.end.join()).isNotEqualTo("closed 1000");
  }

  @Test
  void large_messages_pass_in_pieces() throws Exception {
    var received = new ReceivedMessages();
    WebSocket socket = open("/openapi/v2/issues/live", tokens.access(), received);

    for (int i = 0; i < 1_000; i++) {
      socket.sendBinary(ByteBuffer.allocate(100), true).join();
    }
    socket.sendText("last", true).join();

    assertThat(received.texts.take()).isEqualTo("last");
  }
}
