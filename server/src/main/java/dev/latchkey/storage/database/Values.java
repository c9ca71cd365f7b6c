package dev.latchkey.storage.database;

import java.util.HashMap;
import java.util.Map;

/** The values of the named parameters of a statement, such as {@code :user}, by their names. */
public final class Values extends HashMap<String, Object> {
  private static final long serialVersionUID = 1L;

  public static Values of(String name, Object value) {
    return new Values().and(name, value);
  }

  public static Values copyOf(Map<String, ?> others) {
    var values = new Values();
    values.putAll(others);
    return values;
  }

  public Values and(String name, Object value) {
    put(name, value);
    return this;
  }
}
