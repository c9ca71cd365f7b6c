package dev.latchkey.page;

import java.util.Optional;

/**
 * What the frame of every page needs: its words, who is looking, and what went wrong with the form
 * just sent.
 */
public record Page(Words words, Optional<Visitor> visitor, Optional<String> problem) {
    public String say(String key, Object... values) {
        return words.say(key, values);
    }

    public String formToken() {
        return visitor.map(Visitor::formToken).orElse("");
    }

    public Page withProblem(String key, Object... values) {
        return new Page(words, visitor, Optional.of(words.say(key, values)));
    }
}
