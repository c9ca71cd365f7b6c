package dev.latchkey.app.demo.history;

import dev.latchkey.model.credential.Scopes;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A row of {@code apps.txt}: a credential and its calls. */
record AppRow(TableRow row) {
  enum Kind {
    /** The demo has created it and prints its secret. */
    PRINTED,
    /** The same, and it has a token instead of a secret. */
    PRINTED_TOKEN,
    /** The credential of an app that came without one. */
    PUBLIC,
    PERSONAL,
    ORGANIZATION
  }

  private static final String NEVER = "-";

  String name() {
    return row.text(0);
  }

  Kind kind() {
    return Kind.valueOf(row.text(1).toUpperCase(Locale.ROOT).replace(' ', '_'));
  }

  String owner() {
    return row.text(2);
  }

  int age() {
    return row.number(3);
  }

  int callsOnWeekday() {
    return row.number(4);
  }

  double partOnWeekend() {
    return row.number(5) / 100.0;
  }

  boolean isUsed() {
    return !row.text(6).equals(NEVER);
  }

  /** How many days ago its last call was. */
  int quietFor() {
    return row.number(6);
  }

  String address() {
    return row.text(7);
  }

  boolean hasToken() {
    return kind() == Kind.ORGANIZATION || kind() == Kind.PRINTED_TOKEN;
  }

  /** The share of the calls that needs each scope, in percent. */
  Map<String, Integer> shares() {
    var shares = new LinkedHashMap<String, Integer>();
    row.parts(8, " ")
        .map(part -> part.split("="))
        .forEach(part -> shares.put(part[0], Integer.valueOf(part[1])));
    return shares;
  }

  Scopes scopes() {
    return Scopes.of(shares().keySet());
  }
}
