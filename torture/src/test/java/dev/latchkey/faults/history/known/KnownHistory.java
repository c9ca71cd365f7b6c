package dev.latchkey.faults.history.known;

import dev.latchkey.faults.history.Rule;

/** A transcript that is known to be right or wrong, and the rule that a wrong one breaks. */
public record KnownHistory(String name, Rule rule, String transcript) {
  /** Sign-in, consent and exchange of one grant. All are done by the 20th millisecond. */
  public static final String GRANT =
      """
      0-1    n1  create    app owner        -> done
      0-4    n1  sign-in   s1 u1            -> done
      5-9    n1  consent   g1 s1 app u1@t1  -> done
      10-14  n1  exchange  g1               -> done p1
      """;

  @Override
  public String toString() {
    return name;
  }
}
