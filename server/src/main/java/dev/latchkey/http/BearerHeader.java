package dev.latchkey.http;

import dev.latchkey.model.TokenKey;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The Authorization header of a caller that holds a token (contract 5.1). */
public sealed interface BearerHeader {
    String SCHEME = "Bearer ";

    /** No header, another scheme, an empty or a broken one: no token was presented at all. */
    record Missing() implements BearerHeader {}

    /** A token was presented; empty if it does not even have the form of one. */
    record Presented(Optional<TokenKey> token) implements BearerHeader {}

    static BearerHeader of(Request request) {
        return request.headers().bearer();
    }

    static BearerHeader of(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
        return of(bytes, 0, bytes.length);
    }

    /** A value in the bytes that came: each check begins with this, so no text is made of them. */
    static BearerHeader of(byte[] bytes, int from, int to) {
        int token = from + SCHEME.length();
        if (token >= to || !isScheme(bytes, from)) {
            return new Missing();
        }
        Optional<TokenKey> sound = TokenKey.of(bytes, token, to - token);
        return sound.isEmpty() && hasSpace(bytes, token, to) ? new Missing() : new Presented(sound);
    }

    private static boolean isScheme(byte[] bytes, int from) {
        for (int i = 0; i < SCHEME.length(); i++) {
            if (Character.toLowerCase(bytes[from + i]) != Character.toLowerCase(SCHEME.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasSpace(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (Character.isWhitespace(bytes[i] & 0xff)) {
                return true;
            }
        }
        return false;
    }
}
