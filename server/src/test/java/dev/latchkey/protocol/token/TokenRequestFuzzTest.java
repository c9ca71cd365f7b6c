package dev.latchkey.protocol.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.ClientIdentity;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Request;
import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.fuzz.SentHeaders;
import dev.latchkey.model.credential.GrantType;
import dev.latchkey.model.credential.Resources;
import java.util.List;
import java.util.Optional;

/**
 * An input has a body and, after an empty line, headers. As a request to the token endpoint it is
 * either complete or refused.
 */
class TokenRequestFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    List<String> parts = List.of(latin1(input).split("\n\n", 2));
    Optional<Form> form = Form.parse(parts.getFirst());
    if (form.isEmpty()) {
      return;
    }
    SentHeaders headers = SentHeaders.in(parts.size() > 1 ? parts.getLast() : "");
    Request request = Requests.of(headers, Form.EMPTY, new Body.OfForm(form.get()));
    TokenRequest parsed =
        TokenRequest.parse(request, form.get().value("client_id"), Resources.NONE, true);
    switch (parsed) {
      case TokenRequest.Unusable why -> {
        assertThat(why.refusal().status()).isIn(400, 401);
        assertThat(why.refusal().description()).doesNotContain("lk_");
      }
      case TokenRequest.ByCode byCode -> {
        assertThat(form.get().value("grant_type")).contains("authorization_code");
        assertIsWhole(request, byCode.client());
      }
      case TokenRequest.ByDevice byDevice -> {
        assertThat(form.get().value("grant_type")).contains(GrantType.DEVICE_CODE.text());
        assertIsWhole(request, byDevice.client());
      }
      case TokenRequest.ByRefresh byRefresh -> {
        assertThat(form.get().value("grant_type")).contains("refresh_token");
        assertIsWhole(request, byRefresh.client());
      }
      case ChildTokenRequest forChild -> {
        assertThat(form.get().value("grant_type")).contains(GrantType.TOKEN_EXCHANGE.text());
        forChild.client().ifPresent(client -> assertIsWhole(request, client));
      }
    }
    boolean isSecretMisplaced =
        form.get().value("scope").orElse("").contains("lk_")
            || headers.only("Idempotency-Key").orElse("").contains("lk_");
    if (!isSecretMisplaced) {
      assertThat(parsed.toString())
          .doesNotContain("lk_cs_", "lk_ac_", "lk_rt_", "lk_at_", "lk_dc_");
    }
    assertNothingIsTakenFromTheAddress(request);
  }

  private static void assertIsWhole(Request request, ClientIdentity.Claimed client) {
    assertThat(request.form().repeated(TokenRequest.FIELDS)).isEmpty();
    String id = client.claim().client().value();
    assertThat(request.form().value("client_id").orElse(id)).isEqualTo(id);
    assertThat(request.form().value("client_id").isPresent() || client.byBasic()).isTrue();
  }

  private static void assertNothingIsTakenFromTheAddress(Request request) {
    if (request.form().anyOf(TokenRequest.FIELDS).isPresent()) {
      Request inAddress = Requests.of(request.headers(), request.form(), request.body());
      assertThat(TokenRequest.parse(inAddress, Optional.empty(), Resources.NONE, true))
          .isInstanceOf(TokenRequest.Unusable.class);
    }
  }
}
