package dev.latchkey.console.page;

import dev.latchkey.storage.credential.NoticeRecipients;
import java.util.List;

/** Who can help: the names that a page shows, and how many more there are. */
public record Helpers(List<String> names, int more) {
  private static final int SHOWN = 3;

  static final Helpers NONE = new Helpers(List.of(), 0);

  public Helpers {
    names = List.copyOf(names);
  }

  public static Helpers of(List<NoticeRecipients.Person> people) {
    return new Helpers(
        people.stream().limit(SHOWN).map(NoticeRecipients.Person::name).toList(),
        Math.max(0, people.size() - SHOWN));
  }
}
