package dev.latchkey.bench;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** A live token, the client that may ask about it, and its subject, where that is known. */
record ClientToken(Client client, String access, Optional<String> subject) {
    /** {@code basic} proves the client by HTTP Basic: the whole header line. */
    record Client(String id, String basic) {
        /** Identifiers and secrets have no character that Basic would have to encode. */
        static Client of(String id, String secret) {
            byte[] both = (id + ":" + secret).getBytes(StandardCharsets.US_ASCII);
            return new Client(
                    id, "Authorization: Basic " + Base64.getEncoder().encodeToString(both));
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
