package dev.latchkey.login.factor;

import dev.latchkey.edge.http.Request;

/** What an authenticator answered, and the address of the site whose page asked it. */
public record PasskeyAnswer(String json, String baseUrl) {
  /** The answer in the usual field of a form. A missing one is read like a malformed one. */
  public static PasskeyAnswer in(Request request) {
    return in(request, PasskeyCheck.FIELD);
  }

  static PasskeyAnswer in(Request request, String field) {
    return new PasskeyAnswer(request.form().value(field).orElse(""), request.baseUrl());
  }
}
