package dev.latchkey.edge.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Fetches small documents from addresses that strangers name, by https. The host is resolved once,
 * every address that it has must be public, and the connection goes to one of these addresses. No
 * redirect is followed. Time, size and the number of fetches at once are bounded.
 */
public final class DocumentFetch {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int MAX_BYTES = 5 * 1_024;
  private static final int MAX_HEAD_BYTES = 16 * 1_024;
  private static final int TOTAL_SECONDS = 5;
  private static final int CONNECT_MILLIS = 2_000;
  private static final int AT_ONCE = 64;
  private static final int SERVER_ERROR = 500;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})( .*)?");
  private static final int HTTPS = 443;

  private final Semaphore free = new Semaphore(AT_ONCE);
  private final Set<String> inside;
  private final Supplier<SSLSocketFactory> tlsInside;

  /**
   * {@code inside} are hosts that may have private addresses. {@code tlsInside} trusts their
   * certificates.
   */
  public DocumentFetch(Set<String> inside, Supplier<SSLSocketFactory> tlsInside) {
    this.inside = Set.copyOf(inside);
    this.tlsInside = tlsInside;
  }

  /** The result of a fetch. The reason of a failure is in the log. */
  public sealed interface Fetched {
    /** The body of a 200. */
    record Document(String text) implements Fetched {}

    enum Failed implements Fetched {
      /** The host answers, but not with a document, or it must not be called. */
      NO_DOCUMENT,
      /** The host does not answer in time, or with an error of its own. */
      UNREACHABLE,
      /** Too many documents are being fetched, so the host was not called. */
      TOO_MANY
    }
  }

  /** The host answers, but not with a document that can be used. */
  private static final class NoDocument extends IOException {
    private static final long serialVersionUID = 1;

    NoDocument(String message) {
      super(message);
    }
  }

  public Fetched get(URI address) {
    if (!free.tryAcquire()) {
      return failed(address, Fetched.Failed.TOO_MANY, "too many are being fetched");
    }
    try (Socket socket = new Socket()) {
      return within(socket, address);
    } catch (IOException broken) {
      return failed(address, Fetched.Failed.UNREACHABLE, broken.toString());
    } finally {
      free.release();
    }
  }

  /** When the time is over, the caller closes the socket, and with it ends the other thread. */
  private Fetched within(Socket socket, URI address) {
    var body = new CompletableFuture<String>();
    Thread.startVirtualThread(() -> {
      try {
        body.complete(fetch(socket, address));
      } catch (IOException | RuntimeException broken) {
        body.completeExceptionally(broken);
      }
    });
    try {
      return new Fetched.Document(body.get(TOTAL_SECONDS, TimeUnit.SECONDS));
    } catch (TimeoutException late) {
      return failed(address, Fetched.Failed.UNREACHABLE, "it did not arrive in time");
    } catch (ExecutionException broken) {
      var why =
          broken.getCause() instanceof NoDocument
              ? Fetched.Failed.NO_DOCUMENT
              : Fetched.Failed.UNREACHABLE;
      return failed(address, why, String.valueOf(broken.getCause()));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return failed(address, Fetched.Failed.UNREACHABLE, "interrupted");
    }
  }

  private static Fetched failed(URI address, Fetched.Failed how, String why) {
    LOG.log(System.Logger.Level.INFO, "no document from " + address.getHost() + ": " + why);
    return how;
  }

  private String fetch(Socket socket, URI address) throws IOException {
    String host = address.getHost();
    int port = address.getPort() < 0 ? HTTPS : address.getPort();
    socket.connect(new InetSocketAddress(resolve(host), port), CONNECT_MILLIS);
    try (SSLSocket secure = secured(socket, host, port)) {
      secure.getOutputStream().write(request(address));
      secure.getOutputStream().flush();
      return body(secure.getInputStream());
    }
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
          throw new NoDocument("the host has a private address");
        }
      }
    }
    return found[0];
  }

  private static byte[] request(URI address) {
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    return "GET %s%s HTTP/1.1\r\nHost: %s\r\nAccept: application/json\r\nUser-Agent: Latchkey\r\nConnection: close\r\n\r\n"
        .formatted(address.getRawPath(), query, address.getRawAuthority())
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String body(InputStream in) throws IOException {
    String status = line(in);
    Matcher read = STATUS.matcher(status);
    if (!read.matches() || Integer.parseInt(read.group(1)) >= SERVER_ERROR) {
      throw new IOException("the host answers with an error");
    }
    if (!read.group(1).equals("200")) {
      throw new NoDocument("the answer is not 200");
    }
    long length = -1;
    boolean chunked = false;
    boolean isJson = false;
    int head = status.length();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      head += line.length();
      if (head > MAX_HEAD_BYTES) {
        throw new IOException("the head of the answer is too long");
      }
      String[] field = line.toLowerCase(Locale.ROOT).split(":", 2);
      String value = field.length == 2 ? field[1].strip() : "";
      switch (field[0]) {
        case "content-length" -> length = length(value, 10);
        case "transfer-encoding" -> chunked = value.equals("chunked");
        case "content-type" -> isJson = value.matches("application/([a-z0-9.-]+\\+)?json( *;.*)?");
        default -> {}
      }
    }
    if (!isJson) {
      throw new NoDocument("the document is not JSON");
    }
    byte[] bytes = chunked ? chunks(in) : whole(in, length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] whole(InputStream in, long length) throws IOException {
    if (length > MAX_BYTES) {
      throw tooLong();
    }
    byte[] bytes = in.readNBytes(length < 0 ? MAX_BYTES + 1 : (int) length);
    if (bytes.length > MAX_BYTES) {
      throw tooLong();
    }
    if (bytes.length < length) {
      throw new EOFException("the document ended early");
    }
    return bytes;
  }

  private static byte[] chunks(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    while (true) {
      long length = length(line(in).replaceFirst(";.*", "").strip(), 16);
      if (length == 0) {
        return bytes.toByteArray();
      }
      bytes.write(whole(in, length));
      if (bytes.size() > MAX_BYTES) {
        throw tooLong();
      }
      line(in);
    }
  }

  private static long length(String digits, int radix) throws IOException {
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

  private static IOException tooLong() {
    return new NoDocument("the document is longer than " + MAX_BYTES + " bytes");
  }
}
