package dev.latchkey.login.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Json;
import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The input is two lines: the keys of a provider and an id token. Only a token that the provider
 * has signed gives an identity. The first seed is a valid token.
 */
class IdTokenFuzzTest extends ParserFuzz {
  private static final IdentityProvider PROVIDER =
      new IdentityProvider(
          "example",
          "Example",
          "https://id.example",
          Set.of("keys.example"),
          "latchkey",
          new IdentityProvider.ClientSecret("secret"),
          List.of());
  private static final String NONCE = "n-1";

  @Override
  protected void holds(byte[] input) {
    List<String> texts = lines(input, 2);
    Optional<JWKSet> keys =
        Form.strict(texts.getFirst().getBytes(StandardCharsets.ISO_8859_1))
            .flatMap(Json::parse)
            .flatMap(OpenIdConnect::keySet);
    Optional<IdToken> token = IdToken.parse(texts.getLast());
    if (keys.isPresent() && token.isPresent()) {
      token
          .get()
          .identity(PROVIDER, keys.get(), NONCE, Requests.AT)
          .ifPresent(person -> {
            assertThat(person.identity().issuer()).isEqualTo("https://id.example");
            assertThat(person.identity().subject()).isNotBlank();
            assertThat(token.get().claims().getAudience()).contains("latchkey");
          });
      assertThat(token.get().identity(PROVIDER, new JWKSet(), NONCE, Requests.AT)).isEmpty();
    }
  }
}
