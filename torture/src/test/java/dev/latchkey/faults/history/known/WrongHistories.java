package dev.latchkey.faults.history.known;

import static dev.latchkey.faults.history.known.KnownHistory.GRANT;

import dev.latchkey.faults.history.Rule;
import java.util.stream.Stream;

/** Answers that a correct service can never give. */
final class WrongHistories {
  private WrongHistories() {}

  static Stream<KnownHistory> all() {
    return Stream.of(
        new KnownHistory(
            "active after its revocation, at another node",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                20-24  n1  revoke    p1  -> done
                25-29  n2  check     p1  -> active
                """),
        new KnownHistory(
            "active after it was seen ended, although the revocation is not answered",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                20-90  n1  revoke    p1  -> unknown
                30-34  n2  check     p1  -> inactive
                35-39  n3  check     p1  -> active
                """),
        new KnownHistory(
            "a pair is active after it was rotated",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                20-24  n1  refresh   p1  -> done p2
                25-29  n2  check     p1  -> active
                """),
        new KnownHistory(
            "a revocation during a rotation leaves the new pair active",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                20-24  n1  refresh   p1  -> done p2
                22-28  n2  revoke    p1  -> done
                30-34  n1  check     p2  -> active
                """),
        new KnownHistory(
            "the refresh token outlives the access token",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                20-24  n1  revoke    p1  -> done
                25-29  n2  refresh   p1  -> done p2
                """),
        new KnownHistory(
            "a fresh token is not active",
            Rule.ENDED_WITHOUT_CAUSE,
            GRANT
                + """
                15-19  n2  check     p1  -> inactive
                """),
        new KnownHistory(
            "a token ends before the operation that ends it has begun",
            Rule.ENDED_WITHOUT_CAUSE,
            GRANT
                + """
                15-19  n2  check     p1  -> inactive
                20-24  n1  revoke    p1  -> done
                """),
        new KnownHistory(
            "an operation without an answer takes effect after its bound",
            Rule.ENDED_WITHOUT_CAUSE,
            GRANT
                + """
                20-30  n1  revoke    p1  -> unknown
                40-44  n2  check     p1  -> active
                50-54  n2  check     p1  -> inactive
                """),
        new KnownHistory(
            "two exchanges of one code at the same time",
            Rule.SPENT_TWICE,
            """
            0-4    n1  sign-in   s1 u1            -> done
            5-9    n1  consent   g1 s1 app u1@t1  -> done
            10-14  n1  exchange  g1               -> done p1
            10-14  n2  exchange  g1               -> done p2
            """),
        new KnownHistory(
            "a fresh code is refused",
            Rule.ENDED_WITHOUT_CAUSE,
            """
            0-4    n1  sign-in   s1 u1            -> done
            5-9    n1  consent   g1 s1 app u1@t1  -> done
            10-14  n2  exchange  g1               -> refused
            """),
        new KnownHistory(
            "two rotations of one refresh token",
            Rule.ROTATED_TWICE,
            GRANT
                + """
                20-24  n1  refresh   p1  -> done p2
                20-24  n2  refresh   p1  -> done p3
                """),
        new KnownHistory(
            "a repeated answer differs from the first",
            Rule.ROTATED_TWICE,
            GRANT
                + """
                20-24  n1  refresh   p1 key=k1  -> done p2
                30-34  n2  refresh   p1 key=k1  -> done p3
                """),
        new KnownHistory(
            "a repeated answer is given after the grant has ended",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                20-24  n1  refresh   p1 key=k1  -> done p2
                25-29  n1  end-grant g1         -> done
                30-34  n2  refresh   p1 key=k1  -> done p2
                """),
        new KnownHistory(
            "a code is exchanged after its grant has ended",
            Rule.ACTIVE_AFTER_END,
            """
            0-4    n1  sign-in   s1 u1            -> done
            5-9    n1  consent   g1 s1 app u1@t1  -> done
            10-14  n1  end-grant g1               -> done
            15-19  n2  exchange  g1               -> done p1
            """),
        new KnownHistory(
            "active after its user was disabled and enabled",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                20-24  n1  disable   u1  -> done
                25-29  n1  enable    u1  -> done
                30-34  n2  check     p1  -> active
                """),
        new KnownHistory(
            "a session from before the disabling consents after the enabling",
            Rule.ACTIVE_AFTER_END,
            """
            0-4    n1  sign-in   s1 u1            -> done
            5-40   n1  consent   g1 s1 app u1@t1  -> done
            20-24  n2  disable   u1               -> done
            25-29  n2  enable    u1               -> done
            45-49  n2  exchange  g1               -> done p1
            """),
        new KnownHistory(
            "signed in while disabled",
            Rule.ACTIVE_AFTER_END,
            """
            0-4    n1  disable   u1               -> done
            5-9    n2  sign-in   s1 u1            -> done
            10-14  n2  consent   g1 s1 app u1@t1  -> done
            15-19  n2  enable    u1               -> done
            """),
        new KnownHistory(
            "active after its user left the team and came back",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                20-24  n1  leave     u1@t1  -> done
                25-29  n1  join      u1@t1  -> done
                30-34  n2  check     p1     -> active
                """),
        new KnownHistory(
            "a code of a consent during the leaving is exchanged after the rejoining",
            Rule.ACTIVE_AFTER_END,
            """
            0-4    n1  sign-in   s1 u1            -> done
            5-20   n1  consent   g1 s1 app u1@t1  -> done
            10-15  n2  leave     u1@t1            -> done
            25-29  n2  join      u1@t1            -> done
            30-34  n2  exchange  g1               -> done p1
            """),
        new KnownHistory(
            "active after its credential was deleted",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                20-24  n1  delete    app  -> done
                25-29  n2  check     p1   -> active
                """),
        new KnownHistory(
            "active although the owner is disabled",
            Rule.ACTIVE_WHILE_SUSPENDED,
            GRANT
                + """
                20-24  n1  disable   owner  -> done
                25-29  n2  check     p1     -> active
                """),
        new KnownHistory(
            "active although the new owner was disabled during the transfer",
            Rule.ACTIVE_WHILE_SUSPENDED,
            GRANT
                + """
                20-30  n1  transfer  app heir  -> done
                22-26  n2  disable   heir      -> done
                35-39  n2  check     p1        -> active
                """),
        new KnownHistory(
            "not active again after the owner was enabled",
            Rule.ENDED_WITHOUT_CAUSE,
            GRANT
                + """
                20-24  n1  disable   owner  -> done
                25-29  n1  enable    owner  -> done
                30-34  n2  check     p1     -> inactive
                """),
        new KnownHistory(
            "an organization token is active after its revocation",
            Rule.ACTIVE_AFTER_END,
            """
            0-4    n1  issue         o1 m  -> done
            5-9    n1  revoke-token  o1    -> done
            10-14  n2  check         o1    -> active
            """),
        new KnownHistory(
            "an organization token is active after a re-issue without overlap",
            Rule.ACTIVE_AFTER_END,
            """
            0-4    n1  issue    o1 m  -> done
            5-9    n1  reissue  m     -> done o2
            10-14  n2  check    o1    -> active
            """),
        new KnownHistory(
            "a disabling without an answer has ended one grant and not the other",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                10-14  n1  consent   g2 s1 app u1@t1  -> done
                15-19  n1  exchange  g2               -> done q1
                20-90  n1  disable   u1               -> unknown
                30-34  n2  check     p1               -> inactive
                35-39  n3  check     q1               -> active
                """),
        new KnownHistory(
            "one deletion ends two grants at two moments",
            Rule.ACTIVE_AFTER_END,
            GRANT
                + """
                10-14  n1  consent   g2 s1 app u1@t1  -> done
                15-19  n1  exchange  g2               -> done q1
                20-90  n1  delete    app              -> done
                30-34  n2  check     p1               -> inactive
                35-39  n3  check     q1               -> active
                """));
  }
}
