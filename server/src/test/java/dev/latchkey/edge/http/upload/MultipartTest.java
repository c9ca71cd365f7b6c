package dev.latchkey.edge.http.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartTest {
  private static final String NAMED = "Content-Disposition: form-data; name=\"a\"\r\n";

  @Test
  void the_boundary_is_read_as_browsers_and_curl_write_it() {
    assertThat(Multipart.boundary("multipart/form-data; boundary=----WebKitFormBoundaryAb1"))
        .contains("----WebKitFormBoundaryAb1");
    assertThat(Multipart.boundary("Multipart/Form-Data;BOUNDARY=\"a:b\"")).contains("a:b");
    for (String other :
        List.of(
            "multipart/form-data",
            "multipart/form-data; boundary=",
            "multipart/form-data; boundary=" + "b".repeat(71),
            "multipart/form-data; boundary=a; boundary=b",
            "multipart/mixed; boundary=a")) {
      assertThat(Multipart.boundary(other)).as(other).isEmpty();
    }
  }

  @Test
  void each_part_has_its_name_its_bytes_and_whether_it_is_a_file() {
    List<Multipart.Part> parts =
        parse(
                "--b\r\n"
                    + NAMED
                    + "\r\n\r\n--b\r\n"
                    + "content-disposition: form-data; name=\"logo\"; filename=\"中 %22.png\"\r\n"
                    + "Content-Type: image/png\r\n\r\n\r\n--c\r\n\r\n--b--\r\n")
            .orElseThrow();

    assertThat(parts).extracting(Multipart.Part::name).containsExactly("a", "logo");
    assertThat(parts).extracting(Multipart.Part::isFile).containsExactly(false, true);
    assertThat(parts.get(0).content()).isEmpty();
    assertThat(parts.get(1).content()).asString().isEqualTo("\r\n--c\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--b",
        "--b\r\n",
        "preamble\r\n--b\r\n{named}\r\nx\r\n--b--",
        "--b\r\n{named}\r\nx\r\n--b--\r\nepilogue",
        "--b\r\n{named}\r\nx\r\n--bb--",
        "--b\r\n{named}\r\nx\n--b--",
        "--b\r\n{named}x\r\n--b--",
        "--b\r\n{named}Content-Transfer-Encoding: base64\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--",
        "--b\r\n\r\nx\r\n--b--"
      })
  void what_no_browser_sends_is_refused(String body) {
    assertThat(parse(body.replace("{named}", NAMED))).isEmpty();
  }

  @Test
  void parts_and_their_headers_are_bounded() {
    String part = "--b\r\n" + NAMED + "\r\nx\r\n";
    assertThat(parse(part.repeat(20) + "--b--")).isPresent();
    assertThat(parse(part.repeat(21) + "--b--")).isEmpty();
    String named = "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"%s\"\r\n\r\nx";
    assertThat(parse(named.formatted("f".repeat(900)) + "\r\n--b--")).isPresent();
    assertThat(parse(named.formatted("f".repeat(1_100)) + "\r\n--b--")).isEmpty();
  }

  private static Optional<List<Multipart.Part>> parse(String body) {
    return Multipart.parse(body.getBytes(StandardCharsets.UTF_8), "b");
  }
}
