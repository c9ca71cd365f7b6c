package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The keys that sign assertions (rule 4.3): published, rotated, sealed. */
@EachStore.ForClass
class SigningKeysTest {
  private static final Duration OVERLAP = Duration.ofHours(1);

  private final Latchkey latchkey;

  SigningKeysTest(Store store) {
    latchkey = Latchkey.start(store);
  }

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @Test
  void the_key_set_is_where_the_metadata_says_and_names_each_key_by_its_thumbprint()
      throws Exception {
    Answer metadata = Http.here().get(latchkey.url() + "/.well-known/oauth-authorization-server");
    Answer answer = Http.here().get(metadata.text("jwks_uri"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Cache-Control")).isEqualTo("public, max-age=300");
    assertThat(answer.json().path("keys").size()).isEqualTo(1);
    assertThat(answer.json().at("/keys/0").propertyNames())
        .containsExactlyInAnyOrder("kty", "crv", "x", "y", "kid", "use", "alg");
    ECKey key = JWKSet.parse(answer.body()).getKeys().getFirst().toECKey();
    assertThat(key.getKeyID()).isEqualTo(key.computeThumbprint().toString());
  }

  @Test
  void a_new_key_is_published_before_it_signs_and_the_old_one_after_its_last_signature() {
    String first = signing();
    pass(Duration.ofDays(30).minus(OVERLAP).minusSeconds(1));
    assertThat(published()).containsExactly(first);

    pass(Duration.ofSeconds(1));
    assertThat(published()).hasSize(2).startsWith(first);
    String second = published().getLast();
    assertThat(signing()).isEqualTo(first);

    pass(OVERLAP.minusSeconds(1));
    assertThat(signing()).isEqualTo(first);
    pass(Duration.ofSeconds(1));
    assertThat(signing()).isEqualTo(second);
    pass(OVERLAP.minusSeconds(1));
    assertThat(published()).containsExactly(first, second);

    pass(Duration.ofSeconds(1));
    assertThat(published()).containsExactly(second);
    assertThat(latchkey.log())
        .contains("\"signing_key_create\"", "\"signing_key_retire\"")
        .doesNotContain(second);
  }

  @Test
  void an_overdue_key_signs_until_its_successor_is_known() {
    String first = signing();
    pass(Duration.ofDays(300));
    assertThat(signing()).isEqualTo(first);
    assertThat(published()).hasSize(2);
  }

  @Test
  void of_sixteen_that_create_the_next_key_one_succeeds() {
    for (int generation = 2; generation < 12; generation++) {
      latchkey.clock.pass(Duration.ofDays(30));

      Crowd.of(16, node -> latchkey.wiring().keyring().rotate(latchkey.now()));

      assertThat(published()).hasSize(2);
      pass(OVERLAP);
      pass(OVERLAP);
      assertThat(published()).hasSize(1);
    }
  }

  @Test
  void with_a_wrong_key_file_a_node_continues_with_the_keys_it_knows() throws IOException {
    String first = signing();
    Files.write(latchkey.data().resolve("latchkey.key"), new byte[32]);

    assertThat(latchkey.wiring().keyring().rotate(latchkey.now())).isFalse();

    assertThat(signing()).isEqualTo(first);
    assertThat(published()).containsExactly(first);
  }

  @Test
  void the_private_key_is_stored_nowhere_in_plain_text() throws IOException {
    String secret =
        latchkey.wiring().keyring().signing(latchkey.clock.instant()).pair().getD().toString();
    assertThat(latchkey.log()).doesNotContain(secret);
    try (Stream<Path> files = Files.list(latchkey.data())) {
      for (Path file : files.toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(secret);
      }
    }
  }

  private void pass(Duration time) {
    latchkey.clock.pass(time);
    assertThat(latchkey.wiring().keyring().rotate(latchkey.now())).isTrue();
  }

  private String signing() {
    return latchkey.wiring().keyring().signing(latchkey.clock.instant()).pair().getKeyID();
  }

  private List<String> published() {
    try {
      return JWKSet.parse(Http.here().get(latchkey.url() + "/oauth2/jwks").body())
          .getKeys()
          .stream()
          .map(JWK::getKeyID)
          .toList();
    } catch (ParseException notKeys) {
      throw new AssertionError(notKeys);
    }
  }
}
