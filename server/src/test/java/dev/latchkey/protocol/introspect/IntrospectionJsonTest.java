package dev.latchkey.protocol.introspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SharedClaims;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is cached for one credential never appears in the answer about another. */
class IntrospectionJsonTest {
  /** More credentials than the cache has slots, so that many replace another. */
  private static final int CREDENTIALS = 4_000;

  private final IntrospectionJson json = new IntrospectionJson();

  @Test
  void each_of_very_many_credentials_has_its_own_name_in_the_answer() {
    List<SharedClaims> all =
        IntStream.range(0, CREDENTIALS).mapToObj(number -> claims(number)).toList();

    for (int round = 0; round < 2; round++) {
      for (SharedClaims claims : all) {
        assertThat(introspected(claims, Scopes.Separator.COMMA))
            .contains("\"client_id\":\"" + claims.client().value() + "\"")
            .contains("\"scope\":\"read:a:x,read:b:y\"");
        assertThat(introspected(claims, Scopes.Separator.SPACE))
            .contains("\"client_id\":\"" + claims.client().value() + "\"")
            .contains("\"scope\":\"read:a:x read:b:y\"");
      }
    }
  }

  private String introspected(SharedClaims claims, Scopes.Separator separator) {
    var live =
        new LiveToken(
            new Id.User("usr_1"),
            Optional.empty(),
            new TokenRoot.Grant(new Id.Grant("grant_1")),
            claims,
            new TokenLife.UntilRevoked());
    return new String(json.write(live, separator), StandardCharsets.UTF_8);
  }

  private static SharedClaims claims(int number) {
    return new SharedClaims(
        new Id.Client("cli_" + number),
        Optional.empty(),
        new Id.Organization("org_1"),
        Optional.empty(),
        Scopes.parse("read:a:x,read:b:y"),
        Scopes.Separator.COMMA);
  }
}
