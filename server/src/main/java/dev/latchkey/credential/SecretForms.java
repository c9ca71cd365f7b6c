package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Forms whose answer shows a secret. Each showing of one has a name of its own and works once, so
 * that reloading the answer neither shows the secret again nor makes another.
 */
public final class SecretForms {
    private final Pages pages;
    private final RandomGenerator dice;

    public SecretForms(Pages pages, RandomGenerator dice) {
        this.pages = pages;
        this.dice = dice;
    }

    /** The hidden field {@code form_id} of a form that is shown now. */
    String name() {
        return Id.FORM.draw(dice).value();
    }

    /** {@code step} answers with the secret, or with nothing if the form was sent before. */
    Response once(Request request, Visitor visitor, Function<Id.Form, Optional<Response>> step) {
        return request.form()
                .value("form_id")
                .flatMap(Id.FORM::parse)
                .flatMap(step)
                .orElseGet(() ->
                        pages.problem(
                                pages.of(visitor), 409, "sent_before", "created.sent-before"));
    }
}
