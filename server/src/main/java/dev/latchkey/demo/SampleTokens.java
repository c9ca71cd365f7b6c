package dev.latchkey.demo;

import dev.latchkey.model.Consent;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenPair;
import dev.latchkey.storage.Codes;
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
                store.credentials()
                        .findActive(
                                new Id.Client(
                                        contents.at("/credentials/0/client_id").stringValue()))
                        .orElseThrow();
        Consent first = consent(app, contents.at("/users/0"));
        JsonNode member =
                contents.path("users")
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

    private static Consent consent(Credential.Personal app, JsonNode user) {
        return new Consent(
                app.clientId(),
                new Id.User(user.path("user_id").stringValue()),
                new Id.Team(user.at("/team_ids/0").stringValue()),
                app.scope(),
                app.redirectUris().getFirst().text(),
                Optional.empty(),
                Scopes.Separator.COMMA);
    }

    private static TokenPair pair(DemoStore store, Consent consent) {
        TokenPair pair = TokenPair.mint(store.random());
        var redemption =
                new Codes.Redemption(
                        consent.client(), code(store, consent), Optional.empty(), Optional.empty());
        store.grants().codes().spendCode(redemption, pair, store.now());
        return pair;
    }

    private static Secret.Code code(DemoStore store, Consent consent) {
        Id.Request request = Id.REQUEST.draw(store.random());
        Secret.Code code = Secret.CODE.mint(store.random());
        store.grants()
                .consents()
                .approve(request, consent, Id.GRANT.draw(store.random()), code, store.now());
        return code;
    }
}
