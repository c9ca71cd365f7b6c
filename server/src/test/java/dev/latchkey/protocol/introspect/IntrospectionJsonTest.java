package dev.latchkey.protocol.introspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Actors;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The answer to a check, which no library writes. */
class IntrospectionJsonTest {
  private static final TokenRoot.Grant GRANT = new TokenRoot.Grant(new Id.Grant("grant_1"));

  @Test
  void what_is_written_by_hand_is_json_with_each_field_once() {
    SharedClaims claims = claims(Optional.of(new Id.Team("team_1")), "read:a:x,read:b:y");
    var child =
        new TokenRoot.Child(
            SecretHash.of("child"),
            new TokenKey(TokenKey.Kind.PERSONAL, SecretHash.of("parent")),
            GRANT,
            new Actors(List.of("a:1", "b@2")));

    assertThat(Json.parse(introspected(claims, child, new TokenLife.Until(Instant.EPOCH))))
        .contains(
            Json.parse(
                    """
                    {"active": true, "sub": "usr_1", "scope": "read:a:x,read:b:y",
                     "scopes": ["read:a:x", "read:b:y"], "client_id": "cli_1", "token_type": "Bearer",
                     "exp": 0, "team_id": "team_1", "org_id": "org_1",
                     "act": {"sub": "b@2", "act": {"sub": "a:1"}}}
                    """)
                .orElseThrow());
  }

  @Test
  void a_field_that_does_not_apply_is_omitted() {
    assertThat(introspected(claims(Optional.empty(), ""), GRANT, new TokenLife.UntilRevoked()))
        .isEqualTo(
            "{\"active\":true,\"sub\":\"usr_1\",\"scope\":\"\",\"scopes\":[],"
                + "\"client_id\":\"cli_1\",\"token_type\":\"Bearer\",\"org_id\":\"org_1\"}");
  }

  private static String introspected(SharedClaims claims, TokenRoot root, TokenLife life) {
    var live = new LiveToken(new Id.User("usr_1"), Optional.empty(), root, claims, life);
    return new String(
        IntrospectionJson.write(live, Scopes.Separator.COMMA), StandardCharsets.UTF_8);
  }

  private static SharedClaims claims(Optional<Id.Team> team, String scope) {
    return new SharedClaims(
        new Id.Client("cli_1"),
        Optional.empty(),
        new Id.Organization("org_1"),
        team,
        Scopes.parse(scope),
        Scopes.Separator.COMMA);
  }
}
