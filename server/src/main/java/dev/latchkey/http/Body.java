package dev.latchkey.http;

import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** What came with a request, by its content type. */
public sealed interface Body {
    /**
     * Of a route that parses no body: it may be relayed as it comes, or left. The length is empty
     * if it is sent in chunks.
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

        /** The type without parameters, and no other character set than UTF-8 if one is named. */
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
