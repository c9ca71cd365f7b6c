package dev.latchkey.demo;

import dev.latchkey.Wiring;
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
    static Rehearsal of(Wiring wiring, JsonNode memo) {
        Credential.Personal app =
                wiring.credentials()
                        .findWorking(
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
                code(wiring, first),
                pair(wiring, first),
                pair(wiring, first),
                pair(wiring, consent(app, member)));
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

    private static TokenPair pair(Wiring wiring, Consent consent) {
        TokenPair pair = TokenPair.mint(wiring.dice());
        var redemption =
                new Codes.Redemption(
                        consent.client(),
                        code(wiring, consent),
                        Optional.empty(),
                        Optional.empty());
        wiring.codes().spendCode(redemption, pair, wiring.here());
        return pair;
    }

    private static Secret.Code code(Wiring wiring, Consent consent) {
        Id.Request request = Id.REQUEST.draw(wiring.dice());
        Secret.Code code = Secret.CODE.mint(wiring.dice());
        wiring.consents()
                .approve(request, consent, Id.GRANT.draw(wiring.dice()), code, wiring.here());
        return code;
    }
}
