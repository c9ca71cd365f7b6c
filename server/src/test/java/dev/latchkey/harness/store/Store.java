package dev.latchkey.harness.store;

/** The two kinds of database. Every guarantee is tested on both. */
public enum Store {
  SQLITE,
  POSTGRESQL
}
