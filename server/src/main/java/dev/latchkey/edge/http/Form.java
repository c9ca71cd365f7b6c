package dev.latchkey.edge.http;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parameters of a query or a form body. Decoding is strict: malformed percent-encoding, bytes
 * that are not UTF-8, or NUL make the whole form unusable. The reason: two programs that read the
 * same form must not understand it differently. An empty parameter counts as absent.
 */
public final class Form {
  public static final Form EMPTY = new Form(Map.of());

  static final int MAX_FIELDS = 500;

  /** The objects of one value and its name. */
  private static final int FIELD_BYTES = 200;

  private static final Optional<Form> NO_PARAMETERS = Optional.of(EMPTY);

  private final Map<String, List<String>> values;

  private Form(Map<String, List<String>> values) {
    this.values = values;
  }

  public static Optional<Form> parse(String text) {
    if (text.isEmpty()) {
      return NO_PARAMETERS;
    }
    var values = new LinkedHashMap<String, List<String>>();
    for (String part : text.split("&")) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      Optional<String> name = decode(equals < 0 ? part : part.substring(0, equals));
      Optional<String> value = decode(equals < 0 ? "" : part.substring(equals + 1));
      if (name.isEmpty() || value.isEmpty()) {
        return Optional.empty();
      }
      values.computeIfAbsent(name.get(), key -> new ArrayList<>()).add(value.get());
    }
    return Optional.of(new Form(values));
  }

  /** A field may take hundreds of times the memory of the two characters that make one. */
  static boolean hasTooManyFields(String text) {
    int fields = 1;
    for (int at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
      if (++fields > MAX_FIELDS) {
        return true;
      }
    }
    return false;
  }

  long heldBytes() {
    long bytes = 0;
    for (Map.Entry<String, List<String>> field : values.entrySet()) {
      bytes += FIELD_BYTES + 2L * field.getKey().length();
      for (String value : field.getValue()) {
        bytes += FIELD_BYTES / 4 + 2L * value.length();
      }
    }
    return bytes;
  }

  public Optional<String> value(String name) {
    List<String> sent = values.getOrDefault(name, List.of());
    return sent.isEmpty() || sent.getFirst().isEmpty()
        ? Optional.empty()
        : Optional.of(sent.getFirst());
  }

  public List<String> all(String name) {
    return values.getOrDefault(name, List.of()).stream().filter(value -> !value.isEmpty()).toList();
  }

  /** The first of these names that was sent more than once (RFC 6749 3.1 forbids it). */
  public Optional<String> repeated(Collection<String> names) {
    for (String name : names) {
      if (values.getOrDefault(name, List.of()).size() > 1) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  /** The first of these names that was sent at all. */
  public Optional<String> anyOf(Collection<String> names) {
    for (String name : names) {
      if (value(name).isPresent()) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  /** A form with these values, in their order. */
  public static Form of(Map<String, String> values) {
    var all = new LinkedHashMap<String, List<String>>();
    values.forEach((name, value) -> all.put(name, List.of(value)));
    return new Form(all);
  }

  /** The values of these names, in the order of the names, without those that are empty. */
  public Map<String, String> values(Collection<String> names) {
    var chosen = new LinkedHashMap<String, String>();
    for (String name : names) {
      value(name).ifPresent(value -> chosen.put(name, value));
    }
    return chosen;
  }

  /** The names that were sent, with a value or without. */
  public Set<String> names() {
    return Collections.unmodifiableSet(values.keySet());
  }

  public boolean isExactly(Collection<String> names) {
    return values.size() == names.size() && values.keySet().containsAll(names);
  }

  /** The form, encoded as a query string. */
  public String encoded() {
    return values.entrySet().stream()
        .flatMap(entry ->
            entry.getValue().stream().map(value -> encode(entry.getKey()) + "=" + encode(value)))
        .collect(Collectors.joining("&"));
  }

  @Override
  public String toString() {
    return "Form" + values.keySet();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /**
   * Decodes a percent-encoded text. Empty if the encoding is malformed, or the text is not UTF-8 or
   * contains NUL.
   */
  public static Optional<String> decode(String text) {
    if (isPlain(text)) {
      return Optional.of(text);
    }
    byte[] sent = text.getBytes(StandardCharsets.UTF_8);
    var bytes = new ByteArrayOutputStream(sent.length);
    for (int i = 0; i < sent.length; i++) {
      if (sent[i] == '+') {
        bytes.write(' ');
      } else if (sent[i] != '%') {
        bytes.write(sent[i]);
      } else if (i + 2 < sent.length && isHex(sent[i + 1]) && isHex(sent[i + 2])) {
        bytes.write(Character.digit(sent[i + 1], 16) * 16 + Character.digit(sent[i + 2], 16));
        i += 2;
      } else {
        return Optional.empty();
      }
    }
    return strict(bytes.toByteArray()).filter(decoded -> decoded.indexOf('\0') < 0);
  }

  /** Whether decoding would not change the text. This is so for ids and secrets. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character == '%' || character == '+' || character == 0 || character > 0x7e) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHex(byte octet) {
    return Character.digit(octet, 16) >= 0;
  }

  private static boolean isAscii(byte[] bytes) {
    int all = 0;
    for (byte octet : bytes) {
      all |= octet;
    }
    return all >= 0;
  }

  /**
   * Decodes UTF-8 strictly. Empty if the bytes are not UTF-8; no byte is replaced by a replacement
   * character.
   */
  public static Optional<String> strict(byte[] bytes) {
    if (isAscii(bytes)) {
      return Optional.of(new String(bytes, StandardCharsets.US_ASCII));
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException broken) {
      return Optional.empty();
    }
  }
}
