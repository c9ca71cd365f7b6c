package dev.latchkey.http;

import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** The body of a request, according to its content type. */
public sealed interface Body {
    /**
     * The body of a request to a route that parses none. The body may be relayed while it arrives,
     * or ignored. {@code length} is empty if it is sent in chunks.
     */
    record Unread(OptionalLong length) implements Body {}

    record OfForm(Form form) implements Body {}

    record OfJson(JsonNode tree) implements Body {}

    enum Kind {
        FORM("application/x-www-form-urlencoded"),
        JSON("application/json");

        private final String mediaType;

        Kind(String mediaType) {
            this.mediaType = mediaType;
        }

        String mediaType() {
            return mediaType;
        }

        /**
         * Whether a content type names this kind. Parameters are ignored, except a character set:
         * it must be UTF-8.
         */
        boolean matches(String contentType) {
            if (contentType.equals(mediaType)) {
                return true;
            }
            String[] parts = contentType.split(";", -1);
            if (!parts[0].strip().equalsIgnoreCase(mediaType)) {
                return false;
            }
            for (int i = 1; i < parts.length; i++) {
                String parameter = parts[i].strip().replace("\"", "");
                if (parameter.regionMatches(true, 0, "charset=", 0, 8)
                        && !parameter.equalsIgnoreCase("charset=utf-8")) {
                    return false;
                }
            }
            return true;
        }
    }
}
