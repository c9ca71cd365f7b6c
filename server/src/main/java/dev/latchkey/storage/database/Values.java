package dev.latchkey.storage.database;

import java.util.HashMap;

/** The values of the named parameters of a statement ({@link NamedText}), by their names. */
public final class Values extends HashMap<String, Object> {
  private static final long serialVersionUID = 1L;

  public static Values of(String name, Object value) {
    return new Values().and(name, value);
  }

  public Values and(String name, Object value) {
    put(name, value);
    return this;
  }
}
