package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that pages load: compressed, and cached by browsers until they change. */
class AssetsTest extends OnBothStores {
  private static final Pattern LOADED = Pattern.compile("(?:href|src)=\"(/assets/[^\"]+)\"");
  private static final int LARGEST_PAGE = 60_000;

  private final HttpClient client = HttpClient.newHttpClient();

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "br, gzip;q=0.5", "gzip, deflate, br", "deflate,gzip; q=1"})
  void a_browser_that_accepts_gzip_gets_the_file_compressed(String accepted) throws Exception {
    HttpResponse<byte[]> compressed = get("/assets/latchkey.css", accepted);

    assertThat(compressed.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(compressed.headers().firstValue("Vary")).contains("Accept-Encoding");
    assertThat(unpacked(compressed.body()))
        .isEqualTo(get("/assets/latchkey.css", "identity").body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip;q=0", "gzip; q=0.0, br", "x-gzip", "br"})
  void another_client_gets_it_as_it_is(String accepted) throws Exception {
    HttpResponse<byte[]> plain = get("/assets/latchkey.css", accepted);

    assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(new String(plain.body(), StandardCharsets.UTF_8)).contains("color-scheme");
  }

  @Test
  void the_address_on_a_page_may_be_kept_for_a_year_and_any_other_for_an_hour() throws Exception {
    Matcher onPage = LOADED.matcher(latchkey.browser().get("/sign-in").body());
    assertThat(onPage.find()).isTrue();

    assertThat(cacheControl(onPage.group(1))).contains("immutable");
    assertThat(cacheControl(onPage.group(1) + "x")).isEqualTo("public, max-age=3600");
    assertThat(cacheControl("/assets/latchkey.css")).isEqualTo("public, max-age=3600");
  }

  @Test
  void the_first_page_and_all_that_it_loads_are_small() throws Exception {
    assertThat(size(latchkey.browser().get("/sign-in"))).isBetween(1_000, LARGEST_PAGE);
  }

  @Test
  void the_start_page_with_every_part_and_all_that_it_loads_is_small() throws Exception {
    Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Person chief = latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home));
    Browser browser = latchkey.browser().signIn(chief);
    for (int i = 0; i < 10; i++) {
      latchkey.app(chief).tokens(browser);
    }

    assertThat(size(browser.get("/"))).isBetween(1_000, LARGEST_PAGE);
  }

  /** The number of bytes that a browser loads for a page that it has not seen before. */
  private int size(Answer page) throws Exception {
    int bytes = packed(page.body().getBytes(StandardCharsets.UTF_8)).length;
    Matcher loaded = LOADED.matcher(page.body());
    while (loaded.find()) {
      bytes += get(loaded.group(1), "gzip").body().length;
    }
    return bytes;
  }

  @Test
  void a_file_that_is_not_listed_is_not_found() throws Exception {
    assertThat(get("/assets/tokens.css", "gzip").statusCode()).isEqualTo(404);
    assertThat(get("/assets/..%2fwords.properties", "gzip").statusCode()).isIn(400, 404);
  }

  private String cacheControl(String path) throws Exception {
    return get(path, "gzip").headers().firstValue("Cache-Control").orElse("");
  }

  private HttpResponse<byte[]> get(String path, String accepted) throws Exception {
    return client.send(
        Http.request(latchkey.url() + path, "Accept-Encoding", accepted).build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  private static byte[] unpacked(byte[] bytes) throws IOException {
    try (var gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return gzip.readAllBytes();
    }
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    return packed.toByteArray();
  }
}
