package dev.latchkey.demo;

import dev.latchkey.model.Consent;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenPair;
import dev.latchkey.storage.Codes;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The flow played through once behind the scenes, so that every command of the guide stands there
 * with real values and can be tried before anybody has signed in.
 */
record Rehearsal(Secret.Code code, TokenPair toUse, TokenPair toRevoke, TokenPair ofMember) {
    static Rehearsal of(DemoStore store, JsonNode memo) {
        Credential.Personal app =
                store.credentials()
                        .findActive(
                                new Id.Client(memo.at("/credentials/0/client_id").stringValue()))
                        .orElseThrow();
        Consent first = consent(app, memo.at("/users/0"));
        JsonNode member =
                memo.path("users")
                        .valueStream()
                        .filter(user -> user.path("role").stringValue().equals("member"))
                        .findFirst()
                        .orElseThrow();
        return new Rehearsal(
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
                Optional.empty());
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
