package dev.latchkey.cli.option;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The names that a person may have meant who has typed another one. */
public final class SimilarNames {
  private static final int MOST = 3;

  private SimilarNames() {}

  /** A sentence that begins with a space, or nothing if no name is similar. */
  public static String to(String typed, Collection<String> names) {
    List<String> similar =
        names.stream()
            .filter(name -> isSimilar(typed, name))
            .distinct()
            .sorted(Comparator.comparingInt(name -> changes(typed, name)))
            .limit(MOST)
            .toList();
    return similar.isEmpty() ? "" : " Similar: " + String.join(", ", similar) + ".";
  }

  private static boolean isSimilar(String typed, String name) {
    return changes(typed, name) <= Math.max(2, typed.length() / 3)
        || folded(name).contains(folded(typed))
        || folded(typed).contains(folded(name));
  }

  /** How many characters are inserted, removed or replaced (Levenshtein distance). */
  private static int changes(String first, String second) {
    String from = folded(first);
    String to = folded(second);
    var above = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      var row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[to.length()];
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
