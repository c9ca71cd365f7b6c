package dev.latchkey.model;

import java.text.MessageFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;

/** The texts of the pages in one language, by key. */
public final class Words {
  private final Language language;
  private final Locale locale;
  private final ResourceBundle bundle;

  /** The default locale of the server has no influence. */
  public Words(Language language) {
    this.language = language;
    this.locale = language.locale();
    this.bundle =
        ResourceBundle.getBundle(
            "words", locale, Control.getNoFallbackControl(Control.FORMAT_PROPERTIES));
  }

  public String say(String key, Object... values) {
    return new MessageFormat(bundle.getString(key), locale).format(values);
  }

  /** The date of a moment in UTC. A page without scripts does not know the reader's time zone. */
  public String day(Instant at) {
    return DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
        .withLocale(locale)
        .withZone(ZoneOffset.UTC)
        .format(at);
  }

  public String day(LocalDate date) {
    return day(date.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  /** The date and time of a moment in UTC, to the minute. */
  public String moment(Instant at) {
    return say(
        "frame.moment",
        DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
            .withLocale(locale)
            .withZone(ZoneOffset.UTC)
            .format(at));
  }

  public Language language() {
    return language;
  }
}
