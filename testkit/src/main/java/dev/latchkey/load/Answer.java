package dev.latchkey.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One complete response: the head as it was sent, without the blank line, and the body. */
public record Answer(int status, String head, byte[] body) {
  /** All values of a header field, in the order in which they were sent. */
  public List<String> all(String name) {
    return fields(head, name);
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The size on the wire: the head, the blank line and the body. */
  public int bytes() {
    return head.length() + "\r\n\r\n".length() + body.length;
  }

  boolean closes() {
    return all("Connection").contains("close");
  }

  static List<String> fields(String head, String name) {
    var values = new ArrayList<String>(1);
    int line = head.indexOf("\r\n");
    while (line >= 0) {
      int from = line + 2;
      int colon = from + name.length();
      line = head.indexOf("\r\n", from);
      if (colon < head.length()
          && head.charAt(colon) == ':'
          && head.regionMatches(true, from, name, 0, name.length())) {
        values.add(head.substring(colon + 1, line < 0 ? head.length() : line).strip());
      }
    }
    return values;
  }

  @Override
  public String toString() {
    return "Answer[" + status + ", " + body.length + " bytes]";
  }
}
