package dev.latchkey.model.credential;

import java.util.Arrays;
import java.util.regex.Pattern;

/** The version of the platform with which this service runs (contract 9). */
public record PlatformVersion(String text) {
  /** The first version with organization credentials (contract 9.2; rule 4.5). */
  public static final PlatformVersion ORGANIZATION_CREDENTIALS = new PlatformVersion("6.2.18");

  private static final Pattern SHAPE = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,6}){0,5}");

  public static boolean isVersion(String text) {
    return SHAPE.matcher(text).matches();
  }

  /**
   * Compares number by number: 6.10 is later than 6.2. A text that is not a version counts as the
   * oldest.
   */
  public boolean isAtLeast(PlatformVersion other) {
    return Arrays.compare(numbers(), other.numbers()) >= 0;
  }

  private int[] numbers() {
    return SHAPE.matcher(text).matches()
        ? Arrays.stream(text.split("\\.")).mapToInt(Integer::parseInt).toArray()
        : new int[0];
  }
}
