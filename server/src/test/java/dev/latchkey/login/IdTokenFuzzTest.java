package dev.latchkey.login;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.http.Form;
import dev.latchkey.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Two lines, the keys of a provider and an ID token: only what the provider signed says who came.
 * The first seed is a token that is believed.
 */
class IdTokenFuzzTest extends ParserFuzz {
    private static final IdentityProvider PROVIDER =
            new IdentityProvider(
                    "example",
                    "Example",
                    "https://id.example",
                    Set.of("keys.example"),
                    "latchkey",
                    new IdentityProvider.ClientSecret("secret"));
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
            token.get()
                    .identity(PROVIDER, keys.get(), NONCE, Requests.AT)
                    .ifPresent(who -> {
                        assertThat(who.issuer()).isEqualTo("https://id.example");
                        assertThat(who.subject()).isNotBlank();
                        assertThat(token.get().claims().getAudience()).contains("latchkey");
                    });
            assertThat(token.get().identity(PROVIDER, new JWKSet(), NONCE, Requests.AT)).isEmpty();
        }
    }
}
