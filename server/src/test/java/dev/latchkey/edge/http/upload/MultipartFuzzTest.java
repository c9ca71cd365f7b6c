package dev.latchkey.edge.http.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A form with a file. The first line of the input is the boundary. What is accepted has few parts,
 * none of them contains the boundary, and it is the same when it is written and read again.
 */
class MultipartFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    String boundary = latin1(input).split("\n", 2)[0];
    Optional<String> named =
        Multipart.boundary("multipart/form-data; boundary=\"" + boundary + "\"");
    if (named.isEmpty() || boundary.length() == input.length) {
      return;
    }
    assertThat(named).contains(boundary);
    byte[] body = Arrays.copyOfRange(input, boundary.length() + 1, input.length);
    Multipart.parse(body, boundary).ifPresent(parts -> assertReadsAgain(parts, boundary));
  }

  private static void assertReadsAgain(List<Multipart.Part> parts, String boundary) {
    assertThat(parts).hasSizeLessThanOrEqualTo(20);
    var written = new ByteArrayOutputStream();
    for (Multipart.Part part : parts) {
      assertThat(latin1(part.content())).doesNotContain("\r\n--" + boundary);
      written.writeBytes(
          "--%s\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n"
              .formatted(boundary, part.name(), part.isFile() ? "; filename=\"a\"" : "")
              .getBytes(StandardCharsets.US_ASCII));
      written.writeBytes(part.content());
      written.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    written.writeBytes(("--" + boundary + "--").getBytes(StandardCharsets.US_ASCII));
    List<Multipart.Part> again = Multipart.parse(written.toByteArray(), boundary).orElseThrow();
    assertThat(again).usingRecursiveComparison().isEqualTo(parts);
  }
}
