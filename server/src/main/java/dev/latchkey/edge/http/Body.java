package dev.latchkey.edge.http;

import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** The body of a request, according to its content type. */
public sealed interface Body {
  /**
   * The body of a request to a route that parses none. The body may be relayed while it arrives, or
   * ignored. {@code length} is empty if it is sent in chunks.
   */
  record Unread(OptionalLong length) implements Body {
    @Override
    public long heldBytes() {
      return 0;
    }
  }

  record OfForm(Form form) implements Body {
    @Override
    public long heldBytes() {
      return form.heldBytes();
    }
  }

  /** {@code length} is that of the text. */
  record OfJson(JsonNode tree, int length) implements Body {
    /** The most that a tree takes for each character of its text, measured for short values. */
    private static final long TREE_TO_TEXT = 18;

    /** From here on the number of values is limited, and only their length can grow. */
    private static final int LONG_TEXT = 32_768;

    @Override
    public long heldBytes() {
      return TREE_TO_TEXT * Math.min(length, LONG_TEXT) + 2L * length;
    }
  }

  /** What the parsed body holds, in bytes. */
  long heldBytes();

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
     * Whether a content type names this kind. Parameters are ignored, except a character set: it
     * must be UTF-8.
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
