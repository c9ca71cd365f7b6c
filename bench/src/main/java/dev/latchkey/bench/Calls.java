package dev.latchkey.bench;

import dev.latchkey.load.Address;

/** Builds the requests of contract 4 as bytes, for one credential at one server. */
record Calls(Address address, BenchIdentity identity) {
  static final String INTROSPECT = "/oauth2/introspect";

  private static final String TOKEN = "/oauth2/token";

  byte[] introspect(String token) {
    return address.get(INTROSPECT, bearer(token));
  }

  /** Introspection by RFC 7662. The client authenticates by HTTP Basic. */
  byte[] introspect(ClientToken of) {
    return address.post(INTROSPECT, Address.FORM, "token=" + of.access(), of.client().basic());
  }

  byte[] call(String path, String token) {
    return address.get(path, bearer(token));
  }

  byte[] exchange(String code) {
    return address.post(
        TOKEN,
        Address.FORM,
        "grant_type=authorization_code&client_id="
            + identity.clientId()
            + "&client_secret="
            + identity.clientSecret()
            + "&code="
            + code);
  }

  byte[] refresh(String refresh) {
    return refresh(identity.clientId(), refresh);
  }

  byte[] refresh(String client, String refresh) {
    return address.post(
        TOKEN,
        Address.FORM,
        "grant_type=refresh_token&client_id=" + client + "&refresh_token=" + refresh);
  }

  byte[] revoke(String access) {
    return address.post(
        "/oauth2/revoke",
        Address.JSON,
        "{\"client_id\":\""
            + identity.clientId()
            + "\",\"client_secret\":\""
            + identity.clientSecret()
            + "\",\"access_token\":\""
            + access
            + "\"}");
  }

  static String bearer(String token) {
    return "Authorization: Bearer " + token;
  }
}
