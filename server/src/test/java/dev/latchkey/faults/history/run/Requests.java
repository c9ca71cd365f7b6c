package dev.latchkey.faults.history.run;

import dev.latchkey.load.Address;

/** The requests of the contract, as bytes for one node. */
record Requests(Address to) {
    byte[] exchange(HeldApp app, String code) {
        return token(
                "grant_type=authorization_code&client_id="
                        + app.clientId()
                        + "&client_secret="
                        + app.secret()
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
        return to.post(
                "/oauth2/revoke",
                Address.JSON,
                "{\"client_id\":\"%s\",\"client_secret\":\"%s\",\"access_token\":\"%s\"}"
                        .formatted(pair.app().clientId(), pair.app().secret(), pair.access()));
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
