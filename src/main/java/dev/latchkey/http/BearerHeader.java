package dev.latchkey.http;

import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenKey;
import java.util.List;
import java.util.Optional;

/** The Authorization header of a caller that holds a token (contract 5.1). */
public sealed interface BearerHeader {
    /** No header, another scheme, an empty or a broken one: no token was presented at all. */
    record Missing() implements BearerHeader {}

    /** A token was presented; empty if it does not even have the form of one. */
    record Presented(Optional<TokenKey> token) implements BearerHeader {}

    static BearerHeader of(Request request) {
        List<String> values = request.headers().all("Authorization");
        if (values.size() != 1 || !values.getFirst().regionMatches(true, 0, "Bearer ", 0, 7)) {
            return new Missing();
        }
        String token = values.getFirst().substring(7);
        Optional<TokenKey> sound = Secret.bearer(token).map(TokenKey::of);
        return sound.isEmpty() && isNone(token) ? new Missing() : new Presented(sound);
    }

    private static boolean isNone(String token) {
        return token.isEmpty() || token.chars().anyMatch(Character::isWhitespace);
    }
}
