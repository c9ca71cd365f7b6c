package dev.latchkey.model;

import java.text.MessageFormat;
import java.text.NumberFormat;
import java.time.Duration;
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
  private static final int DAYS_COUNTED = 30;

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

  /** The time of a moment in UTC, to the second, under the heading of its day. */
  public String time(Instant at) {
    return DateTimeFormatter.ofLocalizedTime(FormatStyle.MEDIUM)
        .withLocale(locale)
        .withZone(ZoneOffset.UTC)
        .format(at);
  }

  /**
   * How long ago a moment is, or in how long it comes, in one unit; after a month, its date. The
   * exact moment belongs beside it.
   */
  public String ago(Instant at, Instant now) {
    Duration since = Duration.between(at, now);
    Duration distance = since.abs();
    if (distance.toDays() > DAYS_COUNTED) {
      return day(at);
    }
    String length = length(distance);
    if (length.isEmpty()) {
      return say("time.now");
    }
    return say(since.isNegative() ? "time.in" : "time.ago", length);
  }

  /** In the largest unit; empty below a minute. */
  private String length(Duration distance) {
    if (distance.toDays() > 0) {
      return say("time.days", distance.toDays());
    }
    if (distance.toHours() > 0) {
      return say("time.hours", distance.toHours());
    }
    return distance.toMinutes() > 0 ? say("time.minutes", distance.toMinutes()) : "";
  }

  /** A number in few characters: 1.2K. */
  public String compact(long number) {
    return NumberFormat.getCompactNumberInstance(locale, NumberFormat.Style.SHORT).format(number);
  }

  public Language language() {
    return language;
  }
}
