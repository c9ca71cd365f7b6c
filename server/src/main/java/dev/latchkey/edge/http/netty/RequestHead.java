package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.BearerHeader;
import dev.latchkey.edge.http.Headers;
import dev.latchkey.edge.http.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The head of a request of HTTP/1.1 or 1.0. It keeps the bytes that arrived, and creates strings
 * only when they are asked for.
 */
final class RequestHead implements HeadReader.Result, Headers {
  static final Refusal MALFORMED =
      Refusal.invalidRequest("The request is not well-formed HTTP/1.1.");

  /** The head itself, and the objects around its arrays and strings. */
  private static final int OBJECT_BYTES = 250;

  private static final Refusal TOO_MANY_FIELDS =
      new Refusal(431, "invalid_request", "There are more than 200 header fields.");

  /** Code that looks at each field once for each other field stays quick. */
  static final int MAX_FIELDS = 200;

  private static final int INITIAL_FIELDS = 12;
  private static final int POSITIONS = 4;
  private static final int MAX_LENGTH_DIGITS = 18;
  private static final byte[] HTTP_1 = "HTTP/1.".getBytes(StandardCharsets.US_ASCII);
  private static final OptionalLong NO_BODY = OptionalLong.of(0);

  private final byte[] bytes;

  /**
   * Four positions for each field: where its name begins and ends, and where its value begins and
   * ends.
   */
  private int[] fields = new int[INITIAL_FIELDS * POSITIONS];

  private int count;
  private String method = "";
  private String path = "";
  private String query = "";
  private boolean isHttp10;
  private int hosts;
  private int lengths;
  private boolean isChunked;
  private boolean saysClose;
  private boolean saysKeepAlive;
  private boolean expectsContinue;
  private OptionalLong length = NO_BODY;

  private RequestHead(byte[] bytes) {
    this.bytes = bytes;
  }

  static HeadReader.Result parse(byte[] bytes, int firstHeader) {
    var head = new RequestHead(bytes);
    return head.readLine(firstHeader - 2) && head.readFields(firstHeader) && head.isValid()
        ? head
        : new HeadReader.Refused(head.count > MAX_FIELDS ? TOO_MANY_FIELDS : MALFORMED, head.path);
  }

  String method() {
    return method;
  }

  String path() {
    return path;
  }

  String query() {
    return query;
  }

  boolean isHttp10() {
    return isHttp10;
  }

  /** Whether the client wants to send another request on this connection. */
  boolean keepsAlive() {
    return isHttp10 ? saysKeepAlive && !saysClose : !saysClose;
  }

  boolean expectsContinue() {
    return expectsContinue && !isHttp10;
  }

  /** Empty if the body is chunked. */
  OptionalLong length() {
    return length;
  }

  /** What the head holds: the bytes that arrived, where its fields are, and its strings. */
  int heldBytes() {
    return OBJECT_BYTES
        + bytes.length
        + Integer.BYTES * fields.length
        + path.length()
        + query.length();
  }

  @Override
  public List<String> names() {
    var names = new ArrayList<String>(count);
    var known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < count; i++) {
      String name = text(fields[POSITIONS * i], fields[POSITIONS * i + 1]);
      if (known.add(name)) {
        names.add(name);
      }
    }
    return names;
  }

  @Override
  public List<String> all(String name) {
    int first = next(name, 0);
    int second = first < 0 ? -1 : next(name, first + 1);
    if (second < 0) {
      return first < 0 ? List.of() : List.of(value(first));
    }
    var values = new ArrayList<>(List.of(value(first)));
    for (int i = second; i >= 0; i = next(name, i + 1)) {
      values.add(value(i));
    }
    return values;
  }

  /** The index of the next field of this name, or -1. */
  private int next(String name, int from) {
    for (int i = from; i < count; i++) {
      if (isNamed(i, name)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public Optional<String> only(String name) {
    int found = indexOfOnly(name);
    return found < 0 ? Optional.empty() : Optional.of(value(found));
  }

  /** The index of the only field of this name, or -1 if there is none or more than one. */
  private int indexOfOnly(String name) {
    int first = next(name, 0);
    return first >= 0 && next(name, first + 1) < 0 ? first : -1;
  }

  @Override
  public BearerHeader bearer() {
    int found = indexOfOnly("Authorization");
    return found < 0
        ? new BearerHeader.Missing()
        : BearerHeader.of(bytes, fields[POSITIONS * found + 2], fields[POSITIONS * found + 3]);
  }

  private boolean readLine(int end) {
    int space = 0;
    while (space < end && Ascii.isMethod(bytes[space])) {
      space++;
    }
    int target = space + 1;
    int last = target;
    int question = -1;
    while (last < end && Ascii.isTarget(bytes[last])) {
      if (bytes[last] == '?' && question < 0) {
        question = last;
      }
      last++;
    }
    if (space == 0 || space >= end || bytes[space] != ' ') {
      return false;
    }
    path = text(target, question < 0 ? last : question);
    int version = last + 1;
    if (last == target
        || question == target
        || last >= end
        || bytes[last] != ' '
        || end - version != HTTP_1.length + 1
        || !Arrays.equals(bytes, version, end - 1, HTTP_1, 0, HTTP_1.length)) {
      return false;
    }
    method = Ascii.method(bytes, space);
    query = question < 0 ? "" : text(question + 1, last);
    isHttp10 = bytes[end - 1] == '0';
    return isHttp10 || bytes[end - 1] == '1';
  }

  private boolean readFields(int from) {
    int at = from;
    while (bytes[at] != '\r' || at != bytes.length - 2) {
      int name = at;
      while (at < bytes.length && Ascii.isToken(bytes[at])) {
        at++;
      }
      if (at == name || bytes[at] != ':') {
        return false;
      }
      int nameEnd = at++;
      while (bytes[at] == ' ' || bytes[at] == '\t') {
        at++;
      }
      int value = at;
      while (Ascii.isText(bytes[at])) {
        at++;
      }
      if (bytes[at] != '\r' || bytes[at + 1] != '\n') {
        return false;
      }
      int valueEnd = at;
      while (valueEnd > value && (bytes[valueEnd - 1] == ' ' || bytes[valueEnd - 1] == '\t')) {
        valueEnd--;
      }
      add(name, nameEnd, value, valueEnd);
      if (count > MAX_FIELDS || !interpret(count - 1)) {
        return false;
      }
      at += 2;
    }
    return true;
  }

  private void add(int name, int nameEnd, int value, int valueEnd) {
    int at = POSITIONS * count++;
    if (at == fields.length) {
      fields = Arrays.copyOf(fields, 2 * fields.length);
    }
    fields[at] = name;
    fields[at + 1] = nameEnd;
    fields[at + 2] = value;
    fields[at + 3] = valueEnd;
  }

  /**
   * Interprets the fields that the connection itself needs. Names are distinguished by their length
   * first, because that is fast.
   */
  private boolean interpret(int field) {
    switch (fields[POSITIONS * field + 1] - fields[POSITIONS * field]) {
      case 4 -> hosts += isNamed(field, "Host") ? 1 : 0;
      case 6 -> {
        if (isNamed(field, "Expect")) {
          expectsContinue = value(field).equalsIgnoreCase("100-continue");
        }
      }
      case 10 -> {
        if (isNamed(field, "Connection")) {
          connection(value(field));
        }
      }
      case 14 -> {
        if (isNamed(field, "Content-Length")) {
          lengths++;
          return readLength(fields[POSITIONS * field + 2], fields[POSITIONS * field + 3]);
        }
      }
      case 17 -> {
        if (isNamed(field, "Transfer-Encoding")) {
          boolean isRepeated = isChunked;
          isChunked = true;
          length = OptionalLong.empty();
          return !isRepeated && value(field).equalsIgnoreCase("chunked");
        }
      }
      default -> {
        // Other code interprets this field.
      }
    }
    return true;
  }

  private void connection(String options) {
    for (String option : options.split(",")) {
      String word = option.strip();
      saysClose |= word.equalsIgnoreCase("close");
      saysKeepAlive |= word.equalsIgnoreCase("keep-alive");
    }
  }

  private boolean readLength(int from, int to) {
    if (from == to || to - from > MAX_LENGTH_DIGITS) {
      return false;
    }
    long number = 0;
    for (int i = from; i < to; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        return false;
      }
      number = 10 * number + bytes[i] - '0';
    }
    length = number == 0 ? NO_BODY : OptionalLong.of(number);
    return true;
  }

  /**
   * RFC 9112 3.2 and 6.1: there is one host, and the end of the body is declared in one way only.
   */
  private boolean isValid() {
    return (hosts == 1 || (isHttp10 && hosts == 0))
        && lengths <= 1
        && !(isChunked && (lengths > 0 || isHttp10));
  }

  private boolean isNamed(int field, String name) {
    int from = fields[POSITIONS * field];
    if (fields[POSITIONS * field + 1] - from != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (Ascii.lower(bytes[from + i]) != Ascii.lower((byte) name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private String value(int field) {
    return text(fields[POSITIONS * field + 2], fields[POSITIONS * field + 3]);
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
