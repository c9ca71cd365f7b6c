package dev.latchkey.faults.history;

import java.util.List;

/** What an operation does: its kind, its subject, and the other things that take part. */
public record Act(Kind kind, String subject, List<String> with) {
  public static final String KEY = "key=";

  /** The organization to which all participants belong. */
  public static final String ORGANIZATION = "organization";

  public static Act of(Kind kind, String subject, String... with) {
    return new Act(kind, subject, List.of(with));
  }

  /** A membership is a user in a team: "user@team". */
  static String userOf(String membership) {
    return membership.split("@")[0];
  }

  String with(int place) {
    return with.size() > place ? with.get(place) : "";
  }

  /** The Idempotency-Key of a refresh, with its prefix; empty if the request had none. */
  String key() {
    return with.stream().filter(each -> each.startsWith(KEY)).findFirst().orElse("");
  }
}
