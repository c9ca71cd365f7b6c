package dev.latchkey.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Optional;

/**
 * The languages of the pages. The first one is used for a person whose language is not among them.
 *
 * <p>The choice is in a cookie and neither in the path nor in the account: the sign-in page needs a
 * language before there is an account, and links must not contain one. JSON stays in English,
 * because programs decide by {@code error}. A preference for Traditional Chinese is answered in
 * Simplified Chinese, which its readers read more easily than English.
 */
public enum Language {
  ENGLISH("en"),
  CHINESE("zh-Hans");

  /**
   * The longest language list that is read. Browsers send about 50 characters. The library needs
   * minutes for a malicious list of 16,000 characters.
   */
  private static final int MAX_RANGES_CHARS = 200;

  private final Locale locale;

  Language(String tag) {
    this.locale = Locale.forLanguageTag(tag);
  }

  public Locale locale() {
    return locale;
  }

  /** The language tag in the HTML of a page. */
  public String tag() {
    return locale.toLanguageTag();
  }

  /** The code in a cookie, a form and the configuration file. */
  public String code() {
    return locale.getLanguage();
  }

  public static Optional<Language> of(String code) {
    return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
  }

  /**
   * The best language for a list of ranges with weights (RFC 4647 3.4), as in an Accept-Language
   * header. The lookup compares language codes only, so every variant of Chinese finds the one that
   * exists.
   */
  public static Language preferred(String ranges) {
    if (ranges.isEmpty() || ranges.length() > MAX_RANGES_CHARS) {
      return ENGLISH;
    }
    List<String> codes = Arrays.stream(values()).map(Language::code).toList();
    try {
      return Optional.ofNullable(Locale.lookupTag(LanguageRange.parse(ranges), codes))
          .flatMap(Language::of)
          .orElse(ENGLISH);
    } catch (IllegalArgumentException malformed) {
      return ENGLISH;
    }
  }
}
