package dev.latchkey.console.directory;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.model.DisplayName;
import java.util.Optional;

/**
 * The name from a form that has no other field. {@code field}: the field beside which an error is
 * shown. The fields differ on a page with more than one such form.
 */
record EnteredName(String field, String text) {
  static EnteredName in(PageRequest request, String field) {
    return new EnteredName(field, request.form().value("name").orElse("").strip());
  }

  /** What is wrong with the name; empty if it can be stored. */
  Optional<FormErrors> errors() {
    return DisplayName.flawOf(text).map(flaw -> error(400, "flaw.name." + flaw));
  }

  FormErrors error(int status, String message) {
    return FormErrors.of(status, field, message);
  }
}
