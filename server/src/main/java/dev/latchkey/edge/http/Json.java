package dev.latchkey.edge.http;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes JSON. Reading is strict: no name may occur twice, nothing may follow the end,
 * and the nesting is limited.
 */
public final class Json {
  private static final int MAX_DEPTH = 16;

  /** A value of four characters takes seventy bytes of memory. */
  private static final int MAX_TOKENS = 8_000;

  private static final int INITIAL_BYTES = 512;
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxTokenCount(MAX_TOKENS)
                          .build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final Pattern ESCAPED_NUL = Pattern.compile("(?<!\\\\)(\\\\\\\\)*\\\\u0000");

  private Json() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static byte[] bytes(JsonNode tree) {
    return MAPPER.writeValueAsBytes(tree);
  }

  /**
   * Writes an object without building a tree first. It is meant for answers that are written very
   * often.
   */
  public static byte[] write(Consumer<JsonGenerator> fields) {
    var bytes = new ByteArrayOutputStream(INITIAL_BYTES);
    try (JsonGenerator json = MAPPER.createGenerator(bytes)) {
      json.writeStartObject();
      fields.accept(json);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /**
   * Whether a string in well-formed JSON contains NUL, which can only be written escaped.
   * PostgreSQL cannot store it, and other programs end a string there.
   */
  static boolean containsNul(String text) {
    return text.contains("\\u0000") && ESCAPED_NUL.matcher(text).find();
  }

  public static Optional<JsonNode> parse(String text) {
    try {
      return Optional.of(MAPPER.readTree(text));
    } catch (JacksonException unusable) {
      return Optional.empty();
    }
  }
}
