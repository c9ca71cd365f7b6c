package dev.latchkey.protocol.revoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Json;
import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.fuzz.SentHeaders;
import java.util.Optional;

/** A form or JSON body: as a request to revoke it is either complete or refused. */
class RevokeRequestFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    Optional<String> text = Form.strict(input);
    text.flatMap(Form::parse).ifPresent(form -> judge(new Body.OfForm(form)));
    text.flatMap(Json::parse).ifPresent(tree -> judge(new Body.OfJson(tree, 0)));
  }

  private static void judge(Body body) {
    RevokeRequest parsed = RevokeRequest.parse(Requests.of(SentHeaders.in(""), Form.EMPTY, body));
    switch (parsed) {
      case RevokeRequest.Unusable why -> {
        assertThat(why.refusal().status()).isIn(400, 401);
        assertThat(why.refusal().description()).doesNotContain("lk_");
      }
      case RevokeRequest.Complete whole ->
          assertThat(whole.client().claim().client().value()).startsWith("cli_");
    }
    assertThat(parsed.toString()).doesNotContain("lk_cs_", "lk_at_", "lk_rt_");
  }
}
