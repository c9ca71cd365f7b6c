package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Http;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** The addresses at which a client finds the endpoints (contract 4). */
class AddressesTest {
  private static final List<String> DOCUMENTED =
      List.of(
          "GET /.well-known/oauth-authorization-server",
          "GET /.well-known/oauth-protected-resource/openapi/v2",
          "GET /oauth2/authorize",
          "POST /oauth2/authorize",
          "GET /consent",
          "POST /consent",
          "POST /oauth2/token",
          "GET /oauth2/introspect",
          "POST /oauth2/introspect",
          "POST /oauth2/revoke",
          "GET /oauth2/check",
          "GET /oauth2/check/openapi/v2/directory/users/me",
          "GET /oauth2/jwks",
          "GET /openapi/v2/directory/users/me");

  @ParameterizedTest
  @EachStore
  void each_documented_address_is_answered(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      for (String documented : DOCUMENTED) {
        String[] call = documented.split(" ");
        assertThat(Http.here().method(call[0], latchkey.url() + call[1]).status())
            .as(documented)
            .isNotIn(404, 405);
      }
    }
  }
}
