package dev.latchkey.harness.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A plain HTTP client: no redirects, no cookies, and HTTP/1.1 unless another version is given. */
public final class Http {
  private static final Http HERE = new Http(HttpClient.newBuilder());
  private static final Http ELSEWHERE =
      new Http(HttpClient.newBuilder().localAddress(address(127, 0, 0, 2)));

  /**
   * The time limit of an answer. Mutation tests set a shorter one: a mutant that never answers, or
   * never closes a connection, then costs seconds instead of a minute.
   */
  public static final Duration PATIENCE =
      Duration.ofSeconds(Integer.getInteger("tests.answer.seconds", 60));

  private final HttpClient client;

  private Http(HttpClient.Builder builder) {
    this(builder, HttpClient.Version.HTTP_1_1);
  }

  private Http(HttpClient.Builder builder, HttpClient.Version version) {
    this.client =
        builder
            .version(version)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
  }

  public static Http here() {
    return HERE;
  }

  /** A client with another IP address. */
  public static Http elsewhere() {
    return ELSEWHERE;
  }

  /** A client for TLS that trusts only this certificate. */
  public static Http trusting(Certificate certificate, HttpClient.Version version) {
    return new Http(HttpClient.newBuilder().sslContext(certificate.trusted()), version);
  }

  public HttpClient client() {
    return client;
  }

  public Answer get(String url, String... headers) {
    return send(request(url, headers).GET());
  }

  public Answer form(String url, Map<String, String> fields, String... headers) {
    return send(
        request(url, headers)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encoded(fields))));
  }

  public Answer json(String url, String body, String... headers) {
    return post(url, "application/json", body.getBytes(StandardCharsets.UTF_8), headers);
  }

  public Answer post(String url, String contentType, byte[] body, String... headers) {
    return send(
        request(url, headers)
            .header("Content-Type", contentType)
            .POST(BodyPublishers.ofByteArray(body)));
  }

  public Answer method(String method, String url, String... headers) {
    return send(request(url, headers).method(method, BodyPublishers.noBody()));
  }

  public Answer send(HttpRequest.Builder request) {
    try {
      var response = client.send(request.build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.headers(), response.body(), response.uri());
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  public static HttpRequest.Builder request(String url, String... headers) {
    var request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE);
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }

  public static String encoded(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /**
   * Adds {@code more}, which are names and values in turn. A later value replaces an earlier one,
   * and null removes the field.
   */
  public static Map<String, String> fields(Map<String, String> first, String... more) {
    var fields = new LinkedHashMap<>(first);
    for (int i = 0; i < more.length; i += 2) {
      if (more[i + 1] == null) {
        fields.remove(more[i]);
      } else {
        fields.put(more[i], more[i + 1]);
      }
    }
    return fields;
  }

  private static InetAddress address(int... bytes) {
    try {
      return InetAddress.getByAddress(
          new byte[] {(byte) bytes[0], (byte) bytes[1], (byte) bytes[2], (byte) bytes[3]});
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
