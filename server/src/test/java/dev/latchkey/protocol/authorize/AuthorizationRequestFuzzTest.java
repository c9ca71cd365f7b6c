package dev.latchkey.protocol.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Form;
import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Resources;
import dev.latchkey.model.credential.Scopes;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A query of the authorization endpoint: whatever it asks for, the browser is sent to a registered
 * address or nowhere.
 */
class AuthorizationRequestFuzzTest extends ParserFuzz {
  private static final Credential.Personal CREDENTIAL =
      new Credential.Personal(
          new Id.Client("cli_0123456789ABCDEFGHIJKL"),
          "An app",
          new Id.Organization("org_0123456789ABCDEFGHIJKL"),
          new Id.User("usr_0123456789ABCDEFGHIJKL"),
          Scopes.parse("read:issue:info write:issue:info"),
          List.of(
              new RedirectUri("https://app.example/cb?a=b"),
              new RedirectUri("http://127.0.0.1/cb")),
          Set.of(),
          AllowedNetworks.EVERYWHERE,
          AppProfile.NONE,
          Requests.AT,
          1);

  @Override
  protected void holds(byte[] input) {
    Form.strict(input).flatMap(Form::parse).ifPresent(AuthorizationRequestFuzzTest::judge);
  }

  private static void judge(Form query) {
    var parsed =
        AuthorizationRequest.parse(
            query,
            address -> Resources.NONE.find(address, Requests.BASE_URL),
            id ->
                Optional.of(CREDENTIAL)
                    .filter(one -> one.clientId().value().equals(id))
                    .map(RequestingClient::of));
    switch (parsed) {
      case AuthorizationRequest.Unusable stays ->
          assertThat(AuthorizationRequest.KNOWN).contains(stays.parameter());
      case AuthorizationRequest.Deferred _ -> throw new AssertionError(query);
      case AuthorizationRequest.NotAllowed _ -> throw new AssertionError(query);
      case AuthorizationRequest.Faulty faulty -> assertLeadsBack(query, faulty.answer());
      case AuthorizationRequest.Sound sound -> {
        assertLeadsBack(query, sound.answer());
        assertThat(sound.scope().isEmpty()).isFalse();
        assertThat(CREDENTIAL.scope().covers(sound.scope())).isTrue();
      }
    }
  }

  private static void assertLeadsBack(Form query, AuthorizationRequest.Answer answer) {
    assertThat(answer.redirectUri())
        .matches("https://app\\.example/cb\\?a=b|http://127\\.0\\.0\\.1(:[0-9]{1,5})?/cb");
    assertThat(answer.state()).isEqualTo(query.value("state"));
    assertThat(query.repeated(AuthorizationRequest.KNOWN)).isEmpty();
  }
}
