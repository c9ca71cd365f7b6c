package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Header;
import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.fuzz.SentHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The header fields of a call: no field is passed on that speaks in Latchkey's name or describes
 * another call.
 */
class PassedHeadersFuzzTest extends ParserFuzz {
  private static final Pattern OWN_COOKIE = Pattern.compile("(^|;) *latchkey_session=");

  @Override
  protected void holds(byte[] input) {
    SentHeaders sent = SentHeaders.in(latin1(input));
    List<Header> passed = PassedHeaders.toUpstream(Requests.with(sent), "");
    for (Header header : passed) {
      String name = header.name().toLowerCase(Locale.ROOT).replace('_', '-');
      assertThat(letters(name)).doesNotStartWith("latchkey");
      assertThat(name)
          .isNotIn(
              "authorization",
              "content-length",
              "transfer-encoding",
              "host",
              "x-original-url",
              "x-http-method-override");
      assertThat(header.value()).doesNotContain("\r", "\n", "\0");
      assertThat(name.equals("cookie") && OWN_COOKIE.matcher(header.value()).find()).isFalse();
    }
    for (String own : List.of("X-Forwarded-For", "Forwarded", "X-Forwarded-Host")) {
      assertThat(passed.stream().filter(header -> header.name().equalsIgnoreCase(own))).hasSize(1);
    }
    assertIsSaidInOneWay(sent);
    List<Header> answered =
        sent.fields().stream().map(field -> new Header(field.name(), field.value())).toList();
    List<Header> once = PassedHeaders.toCaller(answered);
    assertThat(PassedHeaders.toCaller(once)).isEqualTo(once);
  }

  /** For a call that another gateway asks about, the order of the headers makes no difference. */
  private static void assertIsSaidInOneWay(SentHeaders sent) {
    var reversed = new ArrayList<>(sent.fields()).reversed();
    Optional<CheckedCall> call = CheckedCall.of(sent, Optional.empty());
    assertThat(CheckedCall.of(new SentHeaders(reversed), Optional.empty())).isEqualTo(call);
    call.ifPresent(statement -> assertThat(statement.path()).doesNotContain("?"));
  }

  private static String letters(String name) {
    return name.replaceAll("[^a-z0-9\u00aa-\u00ff]", "");
  }
}
