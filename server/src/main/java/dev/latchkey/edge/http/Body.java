package dev.latchkey.edge.http;

import dev.latchkey.edge.http.upload.Multipart;
import java.util.List;
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

  /** A form with a file. {@code file} is empty if none was chosen. */
  record OfUpload(Form form, byte[] file) implements Body {
    @Override
    public long heldBytes() {
      return form.heldBytes() + file.length;
    }
  }

  record OfImage(byte[] bytes) implements Body {
    @Override
    public long heldBytes() {
      return bytes.length;
    }
  }

  /** What the parsed body holds, in bytes. */
  long heldBytes();

  /** How long an image can be that is sent. */
  int FILE_BYTES = 262_144;

  enum Kind {
    FORM(65_536, "application/x-www-form-urlencoded"),
    JSON(65_536, "application/json"),
    /** A form with a file of at most {@link #FILE_BYTES}. */
    UPLOAD(FILE_BYTES + 16_384, Multipart.MEDIA_TYPE),
    IMAGE(FILE_BYTES, "image/png", "image/jpeg", "image/gif");

    private final int maxBytes;

    @SuppressWarnings("ImmutableEnumChecker") // A list that List.of has made cannot be changed.
    private final List<String> mediaTypes;

    Kind(int maxBytes, String... mediaTypes) {
      this.maxBytes = maxBytes;
      this.mediaTypes = List.of(mediaTypes);
    }

    public List<String> mediaTypes() {
      return mediaTypes;
    }

    /** How long a body of this kind can be. */
    int maxBytes() {
      return maxBytes;
    }

    boolean matches(String contentType) {
      for (String mediaType : mediaTypes) {
        if (matches(mediaType, contentType)) {
          return true;
        }
      }
      return false;
    }

    /**
     * Whether a content type names this kind. Parameters are ignored, except a character set: it
     * must be UTF-8.
     */
    private static boolean matches(String mediaType, String contentType) {
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
