package dev.latchkey.faults.history.run.actor;

import dev.latchkey.load.Address;

/** The requests of the contract, as bytes for one node. */
record Requests(Address to) {
  byte[] exchange(HeldApp app, String code) {
    return token(
        "grant_type=authorization_code&client_id="
            + app.clientId()
            + "&"
            + app.proofOfCode()
            + "&code="
            + code);
  }

  byte[] refresh(HeldPair pair, String... headers) {
    return token(
        "grant_type=refresh_token&client_id="
            + pair.app().clientId()
            + "&refresh_token="
            + pair.refresh(),
        headers);
  }

  byte[] revoke(HeldPair pair) {
    return pair.app().hasSecret() ? revokeWithSecret(pair) : revoke(pair.token(), pair.app());
  }

  private byte[] revokeWithSecret(HeldPair pair) {
    return to.post(
        "/oauth2/revoke",
        Address.JSON,
        "{\"client_id\":\"%s\",\"client_secret\":\"%s\",\"access_token\":\"%s\"}"
            .formatted(pair.app().clientId(), pair.app().secret(), pair.access()));
  }

  /** A child token (RFC 8693). Its holder needs no secret. */
  byte[] child(HeldToken parent) {
    return token(
        "grant_type=urn:ietf:params:oauth:grant-type:token-exchange"
            + "&subject_token_type=urn:ietf:params:oauth:token-type:access_token"
            + "&subject_token="
            + parent.text());
  }

  /** Revokes a token of an app in the form of RFC 7009. */
  byte[] revoke(HeldToken token, HeldApp app) {
    return to.post(
        "/oauth2/revoke",
        Address.FORM,
        "client_id=%s&client_secret=%s&token=%s"
            .formatted(app.clientId(), app.secret(), token.text()));
  }

  byte[] reportLeak(HeldToken token) {
    return to.post("/oauth2/leaked", Address.FORM, "token=" + token.text());
  }

  /** The request of a device that has no browser. */
  byte[] device(HeldApp app) {
    return to.post("/oauth2/device_authorization", Address.FORM, "client_id=" + app.clientId());
  }

  byte[] poll(HeldApp app, String code) {
    return token(
        "grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id="
            + app.clientId()
            + "&device_code="
            + code);
  }

  /** A call of the management API, such as "GET /me". An empty version is not sent. */
  byte[] manage(String call, String json, String token, String version) {
    String[] parts = call.split(" ");
    String[] headers =
        version.isEmpty()
            ? new String[] {bearer(token)}
            : new String[] {bearer(token), "If-Match: " + version};
    return parts[0].equals("GET")
        ? to.get("/api/v1" + parts[1], headers)
        : to.send(parts[0], "/api/v1" + parts[1], Address.JSON, json, headers);
  }

  byte[] introspect(String token) {
    return to.get("/oauth2/introspect", bearer(token));
  }

  /** A call of the open interface, which the gateway checks. */
  byte[] call(String token) {
    return to.get("/openapi/v2/directory/users/me", bearer(token));
  }

  private byte[] token(String body, String... headers) {
    return to.post("/oauth2/token", Address.FORM, body, headers);
  }

  private static String bearer(String token) {
    return "Authorization: Bearer " + token;
  }
}
