package dev.latchkey.faults.history.known;

import static dev.latchkey.faults.history.Rule.ACTIVE_AFTER_END;
import static dev.latchkey.faults.history.Rule.ACTIVE_WHILE_SUSPENDED;
import static dev.latchkey.faults.history.Rule.DECIDED_TWICE;
import static dev.latchkey.faults.history.Rule.ENDED_WITHOUT_CAUSE;
import static dev.latchkey.faults.history.Rule.SPENT_TWICE;
import static dev.latchkey.faults.history.Rule.WITHOUT_CONSENT;
import static dev.latchkey.faults.history.known.KnownHistory.GRANT;

import dev.latchkey.faults.history.Rule;
import java.util.stream.Stream;

/**
 * Histories of child tokens, devices, reports of leaks, networks and revocations of everything.
 * They continue {@link KnownHistory#GRANT}.
 */
final class ExtensionHistories {
  private ExtensionHistories() {}

  static Stream<KnownHistory> wrong() {
    return Stream.of(
        wrong(
            "a child token is active after the revocation of its parent",
            ACTIVE_AFTER_END,
            """
            20-24  n1  child     p1  -> done c1
            25-29  n1  revoke    p1  -> done
            30-34  n2  check     c1  -> active
            """),
        wrong(
            "a child token is active after the rotation of its parent",
            ACTIVE_AFTER_END,
            """
            20-24  n1  child     p1  -> done c1
            25-29  n1  refresh   p1  -> done p2
            30-34  n2  call      c1  -> active
            """),
        wrong(
            "a child token is created after its parent has ended",
            ACTIVE_AFTER_END,
            """
            20-24  n1  revoke    p1  -> done
            25-29  n2  child     p1  -> done c1
            """),
        wrong(
            "the child token of a revoked child token is active",
            ACTIVE_AFTER_END,
            """
            20-24  n1  child     p1  -> done c1
            25-29  n1  child     c1  -> done c2
            30-34  n1  revoke    c1  -> done
            35-39  n2  check     c2  -> active
            """),
        wrong(
            "the revocation of a child token ends its parent",
            ENDED_WITHOUT_CAUSE,
            """
            20-24  n1  child     p1  -> done c1
            30-34  n1  revoke    c1  -> done
            35-39  n2  check     p1  -> inactive
            """),
        wrong(
            "a child token of an organization token is active after the re-issue",
            ACTIVE_AFTER_END,
            """
            0-4    n1  issue    o1 m  -> done
            5-9    n1  child    o1    -> done c1
            10-14  n1  reissue  m     -> done o2
            15-19  n2  check    c1    -> active
            """),
        wrong(
            "active after it was reported as leaked",
            ACTIVE_AFTER_END,
            """
            20-24  n1  leak      p1  -> done
            25-29  n2  refresh   p1  -> done p2
            """),
        wrong(
            "active after everything of its user was revoked",
            ACTIVE_AFTER_END,
            """
            20-24  n1  revoke-all  u1  -> done
            25-29  n2  check       p1  -> active
            """),
        wrong(
            "active after everything of its client was revoked",
            ACTIVE_AFTER_END,
            """
            0-4    n1  issue       o1 m  -> done
            20-24  n1  revoke-all  m     -> done
            25-29  n2  check       o1    -> active
            """),
        wrong(
            "a grant is active after everything of the organization was revoked",
            ACTIVE_AFTER_END,
            """
            20-24  n1  revoke-all  organization  -> done
            25-29  n2  check       p1            -> active
            """),
        wrong(
            "an organization token is active after everything of the organization was revoked",
            ACTIVE_AFTER_END,
            """
            0-4    n1  issue       o1 m          -> done
            20-24  n1  revoke-all  organization  -> done
            25-29  n2  check       o1            -> active
            """),
        wrong(
            "a revocation of everything ends what was issued after it",
            ENDED_WITHOUT_CAUSE,
            """
            20-24  n1  revoke-all  u1               -> done
            30-34  n1  consent     g2 s1 app u1@t1  -> done
            35-39  n1  exchange    g2               -> done q1
            40-44  n1  check       q1               -> inactive
            """),
        wrong(
            "a call from outside the networks",
            ACTIVE_WHILE_SUSPENDED,
            """
            20-24  n1  shut-out  app  -> done
            25-29  n2  call      p1   -> active
            """),
        wrong(
            "a refresh from outside the networks",
            ACTIVE_WHILE_SUSPENDED,
            """
            20-24  n1  shut-out  app  -> done
            25-29  n2  refresh   p1   -> done p2
            """),
        wrong(
            "not active again after the networks were widened",
            ENDED_WITHOUT_CAUSE,
            """
            20-24  n1  shut-out  app  -> done
            25-29  n1  let-in    app  -> done
            30-34  n2  call      p1   -> inactive
            """),
        wrong(
            "two exchanges of the code of a device",
            SPENT_TWICE,
            """
            20-24  n1  consent   d1 s1 app u1@t1  -> done
            25-29  n1  exchange  d1               -> done q1
            25-29  n2  exchange  d1               -> done q2
            """),
        wrong(
            "the request of a device is approved twice",
            DECIDED_TWICE,
            """
            20-24  n1  consent   d1 s1 app u1@t1  -> done
            20-24  n2  consent   d1 s1 app u1@t1  -> done
            """),
        wrong(
            "the request of a device is approved and denied",
            DECIDED_TWICE,
            """
            20-60  n1  consent   d1 s1 app u1@t1  -> unknown
            25-29  n2  deny      d1               -> done
            30-34  n1  exchange  d1               -> done q1
            """),
        wrong(
            "a device gets tokens that nobody has approved",
            WITHOUT_CONSENT,
            """
            20-24  n1  exchange  d1               -> done q1
            30-34  n1  consent   d1 s1 app u1@t1  -> refused
            """));
  }

  static Stream<RightHistories.Known> right() {
    return Stream.of(
        right(
            "a child token ends alone",
            """
            20-24  n1  child     p1  -> done c1
            25-29  n1  child     c1  -> done c2
            30-34  n1  leak      c1  -> done
            35-39  n2  check     c2  -> inactive
            35-39  n2  check     c1  -> inactive
            40-44  n2  check     p1  -> active
            """),
        right(
            "a child token that is active proves that a revocation did not happen",
            """
            20-24  n1  child     p1  -> done c1
            25-90  n1  revoke    p1  -> unknown
            95-99  n2  check     c1  -> active
            """),
        right(
            "a consent during a revocation of everything may come after it",
            """
            20-30  n1  revoke-all  u1               -> done
            25-29  n2  consent     g2 s1 app u1@t1  -> done
            32-34  n2  exchange    g2               -> done q1
            35-39  n2  check       q1               -> active
            """),
        right(
            "a revocation of everything ends one grant before the other",
            """
            10-14  n1  consent     g2 s1 app u1@t1  -> done
            15-19  n1  exchange    g2               -> done q1
            20-90  n1  revoke-all  app              -> done
            30-34  n2  check       p1               -> inactive
            35-39  n3  check       q1               -> active
            """),
        right(
            "a credential is used again after its networks were widened",
            """
            20-24  n1  shut-out  app  -> done
            25-29  n2  call      p1   -> inactive
            25-29  n2  check     p1   -> active
            30-34  n1  let-in    app  -> done
            35-39  n2  call      p1   -> active
            """),
        right(
            "an approval without an answer has happened",
            """
            20-60  n1  consent   d1 s1 app u1@t1  -> unknown
            25-29  n2  exchange  d1               -> done q1
            30-34  n2  check     q1               -> active
            """),
        right(
            "one of two simultaneous decisions counts",
            """
            20-24  n1  deny      d1               -> done
            20-24  n2  consent   d1 s1 app u1@t1  -> refused
            25-29  n2  exchange  d1               -> refused
            """));
  }

  private static KnownHistory wrong(String name, Rule rule, String after) {
    return new KnownHistory(name, rule, GRANT + after);
  }

  private static RightHistories.Known right(String name, String after) {
    return new RightHistories.Known(name, GRANT + after);
  }
}
