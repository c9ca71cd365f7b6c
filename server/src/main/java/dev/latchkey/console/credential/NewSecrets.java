package dev.latchkey.console.credential;

import dev.latchkey.console.page.PageRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Draws new secrets, and the ids of the forms whose answer shows a secret. Each form has its own id
 * and works once. Therefore reloading the answer neither shows the secret again nor creates another
 * one.
 */
public record NewSecrets(RandomGenerator random) {
  /** The value of the hidden field {@code form_id} for a form that is about to be shown. */
  String formId() {
    return Id.FORM.draw(random).value();
  }

  /** The id of the form that was sent. */
  Optional<Id.Form> sentForm(PageRequest request) {
    return request.form().value("form_id").flatMap(Id.FORM::parse);
  }

  /** The answer to a form that has already been sent. */
  Response sentBefore(PageRequest request) {
    return request.problem(409, "sent_before", "created.sent-before");
  }
}
