package dev.latchkey.faults.history.run.actor;

/** Finds values in pages, addresses and JSON of a known form. */
public final class Texts {
  private Texts() {}

  public static String between(String text, String before, String after) {
    int at = text.indexOf(before);
    if (at < 0) {
      return "";
    }
    int from = at + before.length();
    int to = text.indexOf(after, from);
    return to < 0 ? "" : text.substring(from, to);
  }

  static String hidden(String page, String field) {
    return between(page, "name=\"" + field + "\" value=\"", "\"").replace("&amp;", "&");
  }

  static String parameter(String address, String name) {
    String query = address.substring(address.indexOf('?') + 1) + "&";
    return between("&" + query, "&" + name + "=", "&");
  }

  static String json(String body, String field) {
    return between(body, "\"" + field + "\":\"", "\"");
  }
}
