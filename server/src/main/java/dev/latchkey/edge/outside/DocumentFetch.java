package dev.latchkey.edge.outside;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Fetches small documents from addresses that strangers name, by https. Time, size and the number
 * of fetches at once are bounded.
 */
public final class DocumentFetch {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int MAX_BYTES = 5 * 1_024;
  private static final Duration MOST = Duration.ofSeconds(5);
  private static final int AT_ONCE = 64;
  private static final int SERVER_ERROR = 500;
  private static final List<String> FIELDS = List.of("Accept: application/json");

  private final Semaphore free = new Semaphore(AT_ONCE);
  private final OutsideCalls calls;

  public DocumentFetch(OutsideCalls calls) {
    this.calls = calls;
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
    try {
      var call = new OutsideCalls.Call("GET", address, FIELDS, new byte[0]);
      return new Fetched.Document(calls.make(call, MOST, DocumentFetch::document));
    } catch (NoDocument | OutsideCalls.Forbidden unusable) {
      return failed(address, Fetched.Failed.NO_DOCUMENT, unusable.toString());
    } catch (IOException broken) {
      return failed(address, Fetched.Failed.UNREACHABLE, broken.toString());
    } finally {
      free.release();
    }
  }

  private static Fetched failed(URI address, Fetched.Failed how, String why) {
    LOG.log(System.Logger.Level.INFO, "no document from " + address.getHost() + ": " + why);
    return how;
  }

  private static String document(OutsideCalls.Answer answer) throws IOException {
    if (answer.status() >= SERVER_ERROR) {
      throw new IOException("the host answers with an error");
    }
    if (answer.status() != 200) {
      throw new NoDocument("the answer is not 200");
    }
    if (!answer.type().matches("application/([a-z0-9.-]+\\+)?json( *;.*)?")) {
      throw new NoDocument("the document is not JSON");
    }
    byte[] bytes = answer.body(MAX_BYTES);
    if (bytes.length > MAX_BYTES) {
      throw new NoDocument("the document is longer than " + MAX_BYTES + " bytes");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
