package dev.latchkey.harness;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.latchkey.harness.wire.Certificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A site on which apps publish documents about themselves, by https at {@code localhost}. */
public final class AppSite implements AutoCloseable {
  private final Certificate certificate = Certificate.make();
  private final Map<String, Page> pages = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final HttpsServer server;

  private record Page(int status, String type, String body) {}

  public AppSite() {
    try {
      server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.presented()));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          waitWhileHeld(exchange.getRequestURI().getPath());
          Page page =
              pages.getOrDefault(
                  exchange.getRequestURI().getPath(), new Page(404, "text/plain", ""));
          byte[] body = page.body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", page.type);
          exchange.getResponseHeaders().add("Location", address("/moved"));
          // A length of 0 means chunks.
          exchange.sendResponseHeaders(page.status, 0);
          try (var out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
  }

  public String address(String path) {
    return "https://localhost:" + server.getAddress().getPort() + path;
  }

  /** Publishes an app, and returns its {@code client_id}. */
  public String publish(String path, String... redirectUris) {
    String uris = "\"" + String.join("\",\"", redirectUris) + "\"";
    publish(
        path,
        200,
        "application/json",
        """
        {"client_id":"%s","client_name":"Agent %s","redirect_uris":[%s],"token_endpoint_auth_method":"none"}
        """
            .formatted(address(path), path, uris));
    return address(path);
  }

  public String publish(String path, int status, String type, String body) {
    pages.put(path, new Page(status, type, body));
    return address(path);
  }

  /** From now on a request for this path gets no answer until all paths are released. */
  public void hold(String path) {
    held.put(path, new CountDownLatch(1));
  }

  public void releaseAll() {
    held.values().forEach(CountDownLatch::countDown);
    held.clear();
  }

  private void waitWhileHeld(String path) {
    try {
      CountDownLatch latch = held.get(path);
      if (latch != null) {
        latch.await();
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  public int requests() {
    return requests.get();
  }

  public Certificate certificate() {
    return certificate;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
