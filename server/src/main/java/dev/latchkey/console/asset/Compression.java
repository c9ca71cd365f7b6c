package dev.latchkey.console.asset;

import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** What browsers load, compressed for those that accept it. */
public final class Compression {
  /** An accepted encoding {@code gzip}, unless its weight is zero. */
  private static final Pattern ACCEPTS_GZIP =
      Pattern.compile("(?:^|,)\\s*gzip\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)");

  private Compression() {}

  static boolean isAccepted(Request request) {
    return ACCEPTS_GZIP.matcher(String.join(",", request.headers().all("Accept-Encoding"))).find();
  }

  /**
   * A page, compressed only if a page of Latchkey requested it. The length of a compressed page
   * tells something about its content, for example the token of a form, to someone who can see
   * lengths and can have a page requested many times with texts of their choice. Such requests come
   * from another site, and the browser says so.
   */
  public static Response page(Request request, Response answer) {
    boolean isOurs =
        request.method().equals("GET")
            && request.headers().only("Sec-Fetch-Site").filter("same-origin"::equals).isPresent();
    return isOurs
            && isAccepted(request)
            && answer.content() instanceof Content.Whole(byte[] plain)
            && plain.length > 0
        ? new Response(answer.status(), answer.headers(), new Content.Whole(gzip(plain)))
            .with("Content-Encoding", "gzip")
        : answer;
  }

  static byte[] gzip(byte[] plain) {
    var compressed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(compressed)) {
      gzip.write(plain);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    return compressed.toByteArray();
  }
}
