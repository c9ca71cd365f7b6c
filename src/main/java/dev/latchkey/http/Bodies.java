package dev.latchkey.http;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a body: its type must be one the route takes, it must be short, and it must be well-formed
 * throughout.
 */
final class Bodies {
    static final Refusal TOO_LONG =
            new Refusal(413, "invalid_request", "The body is longer than 64 KiB.");
    private static final int MOST_FIELDS = 500;
    private static final Refusal TOO_MANY =
            new Refusal(413, "invalid_request", "The form has more than 500 fields.");

    private Bodies() {}

    sealed interface Outcome {}

    record Read(Body body) implements Outcome {}

    record Unusable(Refusal refusal) implements Outcome {}

    static Outcome read(Set<Body.Kind> kinds, Incoming incoming) {
        if (kinds.isEmpty()) {
            return new Read(new Body.Unread(incoming.body(), incoming.length()));
        }
        String contentType = incoming.headers().only("Content-Type").orElse("");
        Optional<Body.Kind> kind =
                kinds.stream().filter(allowed -> allowed.matches(contentType)).findFirst();
        if (kind.isEmpty()) {
            return new Unusable(
                    new Refusal(415, "invalid_request", "This content type is not accepted here."));
        }
        byte[] bytes;
        try {
            bytes = incoming.body().readNBytes(Routes.BODY_BYTES + 1);
        } catch (IOException | RuntimeException broken) {
            // The library throws half a dozen kinds for broken chunks; none of them is our fault or
            // our caller's name.
            return new Unusable(Refusal.invalidRequest("The body is not well-formed HTTP."));
        }
        if (bytes.length > Routes.BODY_BYTES) {
            return new Unusable(TOO_LONG);
        }
        if (kind.get() == Body.Kind.FORM && fields(bytes) > MOST_FIELDS) {
            return new Unusable(TOO_MANY);
        }
        Optional<? extends Body> body =
                Form.strict(bytes)
                        .flatMap(text ->
                                switch (kind.get()) {
                                    case FORM -> Form.parse(text).map(Body.OfForm::new);
                                    case JSON -> Json.parse(text).map(Body.OfJson::new);
                                });
        return body.isPresent()
                ? new Read(body.get())
                : new Unusable(Refusal.invalidRequest("The body is not well-formed."));
    }

    private static int fields(byte[] form) {
        int fields = 1;
        for (byte sign : form) {
            fields += sign == '&' ? 1 : 0;
        }
        return fields;
    }
}
