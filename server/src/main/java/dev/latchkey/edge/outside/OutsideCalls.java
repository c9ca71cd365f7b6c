package dev.latchkey.edge.outside;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Calls hosts that others have named, with HTTP/1.1. The host is resolved once, every address that
 * it has must be public, and the connection goes to one of these addresses. No redirect is
 * followed, and the time of a call is bounded.
 *
 * @param inside hosts that may have private addresses, and may be called without TLS
 * @param tlsInside trusts the certificates of those hosts
 */
public record OutsideCalls(Set<String> inside, Supplier<SSLSocketFactory> tlsInside) {
  private static final int MAX_HEAD_BYTES = 16 * 1_024;
  private static final int MAX_INTERIM = 8;

  /** Their connection may stay open, so nothing is waited for. */
  private static final Set<Integer> HAVE_NO_BODY = Set.of(204, 304);

  private static final int CONNECT_MILLIS = 2_000;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})( .*)?");
  private static final int HTTPS = 443;
  private static final int HTTP = 80;

  public OutsideCalls {
    inside = Set.copyOf(inside);
  }

  /** {@code fields} are those beside {@code Host} and {@code Connection}. */
  public record Call(String method, URI address, List<String> fields, byte[] body) {
    byte[] head() {
      String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
      String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
      return "%s %s%s HTTP/1.1\r\nHost: %s\r\n%sUser-Agent: Latchkey\r\nConnection: close\r\n\r\n"
          .formatted(
              method,
              path,
              query,
              address.getRawAuthority(),
              fields.stream().map(each -> each + "\r\n").collect(Collectors.joining()))
          .getBytes(StandardCharsets.US_ASCII);
    }
  }

  /** The host must not be called. */
  public static final class Forbidden extends IOException {
    private static final long serialVersionUID = 1;

    Forbidden(String message) {
      super(message);
    }
  }

  /** Reads an answer, of which the head has arrived. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(Answer answer) throws IOException;
  }

  /** {@code type}: that of the body, in small letters. */
  public record Answer(int status, String type, long length, boolean isChunked, InputStream in) {
    /** The body, or as much of it as this. The result is longer by one byte if there is more. */
    public byte[] body(int most) throws IOException {
      if (HAVE_NO_BODY.contains(status)) {
        return new byte[0];
      }
      return isChunked ? chunks(most) : part(length, most);
    }

    private boolean isInterim() {
      return status < 200;
    }

    private byte[] part(long size, int most) throws IOException {
      int wanted = size < 0 ? most + 1 : (int) Math.min(size, most + 1L);
      byte[] bytes = in.readNBytes(wanted);
      if (size >= 0 && bytes.length < wanted) {
        throw new EOFException("the answer ended early");
      }
      return bytes;
    }

    private byte[] chunks(int most) throws IOException {
      var bytes = new ByteArrayOutputStream();
      while (bytes.size() <= most) {
        long size = number(line(in).replaceFirst(";.*", "").strip(), 16);
        if (size == 0) {
          return bytes.toByteArray();
        }
        bytes.write(part(size, most - bytes.size()));
        if (bytes.size() <= most) {
          line(in);
        }
      }
      return bytes.toByteArray();
    }
  }

  /**
   * Makes a call. When the time is over, this closes the socket, and with it ends the other thread.
   */
  public <T> T make(Call call, Duration most, Reader<T> reader) throws IOException {
    try (Socket socket = new Socket()) {
      var result = new CompletableFuture<T>();
      Thread.startVirtualThread(() -> {
        try {
          result.complete(exchange(socket, call, reader));
        } catch (IOException | RuntimeException broken) {
          result.completeExceptionally(broken);
        }
      });
      return result.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new IOException("no complete answer within %d s".formatted(most.toSeconds()), late);
    } catch (ExecutionException broken) {
      if (broken.getCause() instanceof IOException known) {
        throw known;
      }
      throw new IOException(broken.getCause());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stopping);
    }
  }

  private <T> T exchange(Socket socket, Call call, Reader<T> reader) throws IOException {
    URI address = call.address;
    boolean isSecure = isSecure(address);
    int usual = isSecure ? HTTPS : HTTP;
    int port = address.getPort() < 0 ? usual : address.getPort();
    socket.connect(new InetSocketAddress(resolve(address.getHost()), port), CONNECT_MILLIS);
    if (!isSecure) {
      return exchangeOn(socket, call, reader);
    }
    try (SSLSocket secure = secured(socket, address.getHost(), port)) {
      return exchangeOn(secure, call, reader);
    }
  }

  /** Whether this address may be called. The host is resolved. */
  public boolean isAllowed(URI address) throws IOException {
    try {
      boolean _ = isSecure(address);
      InetAddress _ = resolve(address.getHost());
      return true;
    } catch (Forbidden refused) {
      return false;
    }
  }

  private boolean isSecure(URI address) throws IOException {
    boolean isSecure = "https".equalsIgnoreCase(address.getScheme());
    if (!isSecure && !inside.contains(address.getHost())) {
      throw new Forbidden("the address is not https");
    }
    return isSecure;
  }

  private static <T> T exchangeOn(Socket socket, Call call, Reader<T> reader) throws IOException {
    socket.getOutputStream().write(call.head());
    socket.getOutputStream().write(call.body);
    socket.getOutputStream().flush();
    return reader.read(answer(socket.getInputStream()));
  }

  private SSLSocket secured(Socket socket, String host, int port) throws IOException {
    var factory =
        inside.contains(host) ? tlsInside.get() : (SSLSocketFactory) SSLSocketFactory.getDefault();
    var secure = (SSLSocket) factory.createSocket(socket, host, port, true);
    var parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    return secure;
  }

  private InetAddress resolve(String host) throws IOException {
    InetAddress[] found = InetAddress.getAllByName(host);
    if (!inside.contains(host)) {
      for (InetAddress each : found) {
        if (!PublicAddress.isPublic(each)) {
          throw new Forbidden("the host has a private address");
        }
      }
    }
    return found[0];
  }

  /** The final answer, after those that are sent before it (RFC 9110 section 15.2). */
  private static Answer answer(InputStream in) throws IOException {
    Answer answer = head(in);
    for (int i = 0; i < MAX_INTERIM && answer.isInterim(); i++) {
      answer = head(in);
    }
    return answer;
  }

  private static Answer head(InputStream in) throws IOException {
    String status = line(in);
    Matcher read = STATUS.matcher(status);
    if (!read.matches()) {
      throw new IOException("the answer is not HTTP");
    }
    long length = -1;
    boolean isChunked = false;
    String type = "";
    int head = status.length();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      head += line.length();
      if (head > MAX_HEAD_BYTES) {
        throw new IOException("the head of the answer is too long");
      }
      String[] field = line.toLowerCase(Locale.ROOT).split(":", 2);
      String value = field.length == 2 ? field[1].strip() : "";
      switch (field[0]) {
        case "content-length" -> length = number(value, 10);
        case "transfer-encoding" -> isChunked = value.equals("chunked");
        case "content-type" -> type = value;
        default -> {}
      }
    }
    return new Answer(Integer.parseInt(read.group(1)), type, length, isChunked, in);
  }

  private static long number(String digits, int radix) throws IOException {
    try {
      long length = Long.parseLong(digits, radix);
      if (length >= 0) {
        return length;
      }
    } catch (NumberFormatException noNumber) {
      throw new IOException("the answer has no sound length", noNumber);
    }
    throw new IOException("the answer has no sound length");
  }

  private static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the answer ended early");
      }
      if (line.size() >= MAX_HEAD_BYTES) {
        throw new IOException("the head of the answer is too long");
      }
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }
}
