package dev.latchkey.faults.history.known;

import java.util.stream.Stream;

/** Answers that a correct service may give, in cases that are easily misjudged. */
public final class RightHistories {
  private RightHistories() {}

  public record Known(String name, String transcript) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Known> all() {
    return Stream.of(
        right(
            "a revocation during a check may come after it",
            """
            20-24  n1  revoke    p1  -> done
            23-29  n2  check     p1  -> active
            30-34  n2  check     p1  -> inactive
            """),
        right(
            "a check during a revocation sees the end, and so does a later check",
            """
            20-90  n1  revoke    p1  -> unknown
            30-34  n2  check     p1  -> active
            40-44  n2  check     p1  -> inactive
            """),
        right(
            "an operation without an answer never happened",
            """
            20-30  n1  revoke    p1  -> unknown
            95-99  n2  check     p1  -> active
            """),
        right(
            "an operation without an answer happens after its client gave up",
            """
            20-60  n1  refresh   p1  -> unknown
            30-34  n2  check     p1  -> active
            50-54  n2  check     p1  -> inactive
            """),
        right(
            "a repeated request gets the answer that was lost",
            """
            20-60  n1  refresh   p1 key=k1  -> unknown
            30-34  n2  check     p1         -> inactive
            40-44  n2  refresh   p1 key=k1  -> done p2
            45-49  n3  refresh   p1 key=k1  -> done p2
            50-54  n3  check     p2         -> active
            """),
        right(
            "one of two simultaneous rotations is refused",
            """
            20-24  n1  refresh   p1  -> done p2
            20-24  n2  refresh   p1  -> refused
            30-34  n3  check     p2  -> active
            """),
        right(
            "a rotation during a revocation is refused",
            """
            20-24  n1  refresh   p1  -> refused
            20-24  n2  revoke    p1  -> done
            """),
        right(
            "the owner is disabled and enabled",
            """
            20-24  n1  disable   owner  -> done
            25-29  n2  check     p1     -> inactive
            25-29  n2  refresh   p1     -> refused
            30-34  n1  enable    owner  -> done
            35-39  n2  check     p1     -> active
            """),
        right(
            "a transfer reactivates tokens after the former owner was disabled",
            """
            20-24  n1  disable   owner     -> done
            25-29  n2  check     p1        -> inactive
            30-34  n1  transfer  app heir  -> done
            35-39  n2  check     p1        -> active
            """),
        right(
            "the owner may or may not be disabled",
            """
            20-60  n1  disable   owner  -> unknown
            25-29  n2  check     p1     -> inactive
            70-74  n1  enable    owner  -> done
            75-79  n2  check     p1     -> active
            """),
        right(
            "a user signs in again after having been disabled and enabled",
            """
            20-24  n1  disable   u1               -> done
            25-29  n1  enable    u1               -> done
            30-34  n1  sign-in   s2 u1            -> done
            35-39  n1  consent   g2 s2 app u1@t1  -> done
            40-44  n1  exchange  g2               -> done q1
            45-49  n2  check     q1               -> active
            45-49  n2  check     p1               -> inactive
            """),
        right(
            "a person consents after rejoining the team",
            """
            20-24  n1  leave     u1@t1            -> done
            25-29  n1  join      u1@t1            -> done
            30-34  n1  consent   g2 s1 app u1@t1  -> done
            40-44  n1  exchange  g2               -> done q1
            45-49  n2  check     q1               -> active
            """),
        right(
            "a pair rotated long ago is revoked without effect on the next",
            """
            20-24        n1  refresh   p1  -> done p2
            70000-70004  n1  revoke    p1  -> done
            70010-70014  n2  check     p2  -> active
            """),
        right(
            "a refresh token that comes back late ends the grant",
            """
            20-24        n1  refresh   p1  -> done p2
            70000-70004  n1  refresh   p1  -> refused
            70010-70014  n2  check     p2  -> inactive
            """),
        right(
            "a code expires",
            """
            10-14          n1  consent   g2 s1 app u1@t1  -> done
            400000-400004  n1  exchange  g2               -> refused
            """),
        right(
            "a disabling without an answer ended both grants",
            """
            10-14  n1  consent   g2 s1 app u1@t1  -> done
            15-19  n1  exchange  g2               -> done q1
            20-90  n1  disable   u1               -> unknown
            30-34  n2  check     q1               -> active
            36-39  n2  check     p1               -> inactive
            40-44  n3  check     q1               -> inactive
            """),
        right(
            "one of two simultaneous re-issues comes last",
            """
            20-24  n1  issue    o1 m  -> done
            30-34  n1  reissue  m     -> done o2
            30-34  n2  reissue  m     -> done o3
            40-44  n2  check    o2    -> inactive
            40-44  n2  check    o3    -> active
            """));
  }

  private static Known right(String name, String after) {
    return new Known(name, KnownHistory.GRANT + after);
  }
}
