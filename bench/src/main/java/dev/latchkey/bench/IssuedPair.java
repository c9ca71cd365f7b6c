package dev.latchkey.bench;

import dev.latchkey.load.Answer;
import java.util.Optional;

/** The tokens of one answer of the token endpoint, if it is the answer of contract 2.2. */
record Pair(String access, String refresh) {
    private static final String ACCESS = "\"access_token\":\"";
    private static final String REFRESH = "\"refresh_token\":\"";
    private static final int TOKEN_CHARS = 55;

    static Optional<Pair> of(Answer answer) {
        String text = answer.text();
        Optional<String> access = token(text, ACCESS, "lk_at_");
        Optional<String> refresh = token(text, REFRESH, "lk_rt_");
        return answer.status() == 200
                        && access.isPresent()
                        && refresh.isPresent()
                        && text.contains("\"token_type\":\"Bearer\"")
                        && text.contains("\"expires_in\":86400")
                        && text.endsWith("}")
                ? Optional.of(new Pair(access.get(), refresh.get()))
                : Optional.empty();
    }

    private static Optional<String> token(String text, String name, String prefix) {
        int from = text.indexOf(name) + name.length();
        int end = from + TOKEN_CHARS;
        return from >= name.length()
                        && text.startsWith(prefix, from)
                        && end < text.length()
                        && text.charAt(end) == '"'
                ? Optional.of(text.substring(from, end))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "Pair[redacted]";
    }
}
