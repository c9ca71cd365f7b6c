package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Call;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The virtual thread of one request whose handler may block. If the answer is sent while it is
 * read, the thread reads it, and waits while the client reads slowly.
 */
final class RequestThread {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int PART_BYTES = 32_768;

  private final Exchange exchange;
  private final Call call;
  private boolean isStreaming;

  /** Runs when the client has room for more bytes. */
  private @Nullable Runnable onWritable;

  RequestThread(Exchange exchange, Call call) {
    this.exchange = exchange;
    this.call = call;
  }

  void start() {
    Thread.ofVirtual().name("request").start(this::run);
  }

  private void run() {
    EventLoopContext loop = exchange.loop();
    try {
      Response response = call.answer();
      if (response.content() instanceof Content.Streamed streamed) {
        stream(response, streamed);
      } else {
        loop.run(() -> exchange.answer(response));
      }
    } catch (Error broken) {
      loop.run(exchange::abortIfOpen);
      throw broken;
    } finally {
      loop.run(exchange::workEnded);
    }
  }

  private void stream(Response response, Content.Streamed content) {
    try (InputStream source = content.source()) {
      boolean hasBody = !exchange.isHeadRequest();
      onLoopAndWait(() -> {
        isStreaming = true;
        exchange.relayHead(response.status(), response.headers(), content.length(), hasBody);
      });
      var part = new byte[PART_BYTES];
      for (int n = hasBody ? source.read(part) : -1; n >= 0; n = source.read(part)) {
        ByteBuf bytes = Unpooled.copiedBuffer(part, 0, n);
        onLoopAndWait(() -> exchange.relayPart(bytes));
      }
      exchange.loop().run(exchange::endStream);
    } catch (IOException | RuntimeException broken) {
      LOG.log(System.Logger.Level.DEBUG, "An answer could not be sent completely.", broken);
      exchange.loop().run(exchange::abortIfOpen);
    }
  }

  /** Runs an act on the loop. Returns when the client has room for more bytes. */
  private void onLoopAndWait(Runnable act) throws IOException {
    var done = new CompletableFuture<Boolean>();
    exchange.loop().run(() -> act(act, done));
    try {
      if (!done.get()) {
        throw new IOException("the client has closed the connection");
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new IOException(stopping);
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void act(Runnable act, CompletableFuture<Boolean> done) {
    if (exchange.isOver()) {
      done.complete(false);
      return;
    }
    act.run();
    exchange.flush();
    if (exchange.isOver() || exchange.isWritable()) {
      done.complete(!exchange.isOver());
    } else {
      onWritable = () -> done.complete(!exchange.isOver());
    }
  }

  /** On the loop: the client has room for more bytes, or is gone. */
  void wake() {
    Runnable waiting = onWritable;
    if (waiting != null) {
      onWritable = null;
      waiting.run();
    }
  }

  /** What a streamed answer holds. */
  long streamedBytes() {
    return isStreaming ? 2 * PART_BYTES : 0;
  }
}
