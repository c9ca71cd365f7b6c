package dev.latchkey.bench;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** An active token, the client that may introspect it, and its subject, if it is known. */
record ClientToken(Client client, String access, Optional<String> subject) {
  /** A client. {@code basic} is the whole header line by which it authenticates with HTTP Basic. */
  record Client(String id, String basic) {
    /** Client ids and secrets contain no character that HTTP Basic would have to encode. */
    static Client of(String id, String secret) {
      byte[] both = (id + ":" + secret).getBytes(StandardCharsets.US_ASCII);
      return new Client(id, "Authorization: Basic " + Base64.getEncoder().encodeToString(both));
    }

    @Override
    public String toString() {
      return "Client[" + id + "]";
    }
  }

  @Override
  public String toString() {
    return "ClientToken[" + client + "]";
  }
}
