package dev.latchkey.bench.store;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Names of people and credentials, made of common words, so that a search has few, many or no
 * results. The same number always gives the same name.
 */
public final class SampleNames {
  private static final List<String> FIRST_NAMES =
      words(
          "Ada Bo Chen Dana Eli Fatima Gus Hana Ivan Jun Kim Lena Mei Nia Olga Pia Quinn"
              + " Rui Sam Tara");
  private static final List<String> LAST_NAMES =
      words(
          "Adler Bauer Costa Diaz Evans Fischer Gupta Haas Ito Jensen Khan Lopez Moreau"
              + " Novak Okafor Petrov");
  private static final List<String> PURPOSES =
      words("Sync Board Deploy Report Mirror Backup Alert Build Import Export Metrics" + " Notify");

  private SampleNames() {}

  static String person(long i) {
    var random = new SplittableRandom(i);
    return pick(FIRST_NAMES, random) + " " + pick(LAST_NAMES, random);
  }

  /** The e-mail address of a person, for a search that finds one. */
  public static String email(long i) {
    return (person(i).replace(' ', '.') + "." + i + "@example.com").toLowerCase(Locale.ROOT);
  }

  static String credential(long i) {
    var random = new SplittableRandom(~i);
    return pick(PURPOSES, random) + " " + pick(PURPOSES, random) + " " + i;
  }

  private static String pick(List<String> words, SplittableRandom random) {
    return words.get(random.nextInt(words.size()));
  }

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }
}
