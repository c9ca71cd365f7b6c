package dev.latchkey.protocol.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The metadata that a client library reads before its first request (security row 17). */
@SuppressWarnings("NullAway.Init")
class MetadataTest {
  private static Latchkey latchkey;

  @BeforeAll
  static void start() {
    latchkey = Latchkey.start(Store.SQLITE);
  }

  @AfterAll
  static void stop() {
    latchkey.close();
  }

  @Test
  void the_server_announces_what_it_takes_and_nothing_weaker() {
    JsonNode json = metadata("/.well-known/oauth-authorization-server");

    assertThat(json.path("issuer").asString()).isEqualTo(latchkey.url());
    assertThat(json.path("code_challenge_methods_supported").values())
        .extracting(JsonNode::asString)
        .containsExactly("S256");
    assertThat(json.path("response_types_supported").values())
        .extracting(JsonNode::asString)
        .containsExactly("code");
    assertThat(json.path("response_modes_supported").values())
        .extracting(JsonNode::asString)
        .containsExactly("query");
    assertThat(json.path("grant_types_supported").values())
        .extracting(JsonNode::asString)
        .containsExactly("authorization_code", "refresh_token");
    assertThat(json.path("authorization_response_iss_parameter_supported").asBoolean()).isTrue();
    for (String endpoint : new String[] {"token", "introspection", "revocation"}) {
      assertThat(json.path(endpoint + "_endpoint_auth_methods_supported").values())
          .as(endpoint)
          .extracting(JsonNode::asString)
          .containsExactly("client_secret_post", "client_secret_basic");
    }
  }

  @Test
  void every_announced_address_exists() {
    JsonNode json = metadata("/.well-known/oauth-authorization-server");
    for (String name :
        new String[] {
          "authorization_endpoint",
          "token_endpoint",
          "introspection_endpoint",
          "revocation_endpoint",
          "jwks_uri"
        }) {
      Answer answer = Http.here().get(json.path(name).asString());
      assertThat(answer.status()).as("%s: %s", name, answer).isNotEqualTo(404);
    }
  }

  @Test
  void the_open_interface_names_its_server_and_takes_tokens_in_the_header_alone() {
    JsonNode json = metadata("/.well-known/oauth-protected-resource/openapi/v2");

    assertThat(json.path("resource").asString()).isEqualTo(latchkey.url() + "/openapi/v2");
    assertThat(json.path("authorization_servers").values())
        .extracting(JsonNode::asString)
        .containsExactly(latchkey.url());
    assertThat(json.path("bearer_methods_supported").values())
        .extracting(JsonNode::asString)
        .containsExactly("header");
  }

  private static JsonNode metadata(String path) {
    Answer answer = Http.here().get(latchkey.url() + path);
    assertThat(answer.status()).isEqualTo(200);
    return answer.json();
  }
}
