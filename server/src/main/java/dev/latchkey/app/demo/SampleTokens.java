package dev.latchkey.app.demo;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Consent;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.grants.AuthorizationCodes;
import dev.latchkey.storage.grants.NewCode;
import dev.latchkey.storage.grants.NewGrant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A code and tokens for the guide. The authorization flow runs once before the guide is printed, so
 * that every command of the guide contains real values and can be tried before anyone has signed
 * in.
 */
record SampleTokens(Secret.Code code, TokenPair toUse, TokenPair toRevoke, TokenPair ofMember) {
  static SampleTokens of(DemoStore store, JsonNode contents) {
    Credential.Personal app =
        store
            .credentials()
            .credentials()
            .findActive(new Id.Client(contents.at("/credentials/0/client_id").stringValue()))
            .orElseThrow();
    Sample first = consent(app, contents.at("/users/0"));
    JsonNode member =
        contents
            .path("users")
            .valueStream()
            .filter(user -> user.path("role").stringValue().equals("member"))
            .findFirst()
            .orElseThrow();
    return new SampleTokens(
        code(store, first),
        pair(store, first),
        pair(store, first),
        pair(store, consent(app, member)));
  }

  /** What a person of the sample data agrees to, and where the code is sent. */
  private record Sample(Credential.Personal app, Consent consent) {
    String redirectUri() {
      return app.redirectUris().getFirst().text();
    }
  }

  private static Sample consent(Credential.Personal app, JsonNode user) {
    return new Sample(
        app,
        Consent.of(
            app.clientId(),
            new Id.User(user.path("user_id").stringValue()),
            new Id.Team(user.at("/team_ids/0").stringValue()),
            app.scope(),
            Scopes.Separator.COMMA));
  }

  private static TokenPair pair(DemoStore store, Sample sample) {
    TokenPair pair = TokenPair.mint(store.random());
    var redemption =
        new AuthorizationCodes.Redemption(
            sample.consent.client(), code(store, sample), Optional.empty(), Optional.empty());
    store.grants().codes().spendCode(redemption, pair, store.now());
    return pair;
  }

  private static Secret.Code code(DemoStore store, Sample sample) {
    Id.Request request = Id.REQUEST.draw(store.random());
    var grant = new NewGrant(Id.GRANT.draw(store.random()), sample.consent, sample.app.version());
    var code =
        new NewCode(Secret.CODE.mint(store.random()), sample.redirectUri(), Optional.empty());
    store.grants().consents().approve(request, grant, code, store.now());
    return code.code();
  }
}
