package dev.latchkey.defences;

import java.util.Optional;

/**
 * A test as documents name it.
 *
 * @param method the test method; empty if all tests of the class are meant
 */
record NamedTest(String className, Optional<String> method) implements Comparable<NamedTest> {
  static NamedTest parse(String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new NamedTest(text, Optional.empty())
        : new NamedTest(text.substring(0, dot), Optional.of(text.substring(dot + 1)));
  }

  /** A class covers each of its methods. */
  boolean covers(NamedTest other) {
    return equals(other) || (method.isEmpty() && className.equals(other.className));
  }

  @Override
  public int compareTo(NamedTest other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return method.map(name -> className + "." + name).orElse(className);
  }
}
