package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Span;
import dev.latchkey.load.Answer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What came of a request, where it was sent, and when. */
record Reply(Node node, Span span, Optional<Answer> answer, String trouble) {
    /** No connection could be made, so the server never saw the request. */
    private static final String UNSENT = "unsent";

    static Reply unsent(Node node, Span span) {
        return new Reply(node, span, Optional.empty(), UNSENT);
    }

    boolean isUnsent() {
        return trouble.equals(UNSENT);
    }

    /** Zero where no answer came. */
    int status() {
        return answer.map(Answer::status).orElse(0);
    }

    /** Whether nobody can know what became of the request. */
    boolean isUnknown() {
        return status() == 0 || status() >= 500;
    }

    String seen() {
        return answer.map(came -> String.valueOf(came.status())).orElse(trouble);
    }

    String body() {
        return answer.map(Answer::text).orElse("");
    }

    /** The path and query that the browser is sent to; empty if it is not. */
    String location() {
        List<String> locations = answer.map(came -> came.all("Location")).orElse(List.of());
        return locations.isEmpty() ? "" : locations.getFirst();
    }

    List<String> cookies() {
        return answer.map(came -> came.all("Set-Cookie")).orElse(List.of());
    }

    boolean isSentToSignIn() {
        return location().toLowerCase(Locale.ROOT).contains("/sign-in");
    }

    /** What stands between these two in the body; empty if they are not there. */
    String between(String before, String after) {
        return Texts.between(body(), before, after);
    }
}
