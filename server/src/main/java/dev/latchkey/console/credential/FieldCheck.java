package dev.latchkey.console.credential;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * What is wrong with the fields of a new credential so far, for the script that shows it when a
 * person leaves a field. The form itself is checked in the same way when it is sent.
 */
final class FieldCheck {
  private FieldCheck() {}

  static Response answer(Page page, Optional<FlawedCredential> flawed) {
    var messages = new LinkedHashMap<String, String>();
    flawed
        .map(FormErrors::of)
        .orElse(FormErrors.NONE)
        .errors()
        .forEach(error -> messages.putIfAbsent(error.field(), page.say(error)));
    byte[] answer =
        Json.write(json -> {
          json.writeObjectPropertyStart("errors");
          messages.forEach(json::writeStringProperty);
          json.writeEndObject();
        });
    return Response.json(200, answer);
  }
}
