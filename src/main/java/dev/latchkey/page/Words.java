package dev.latchkey.page;

import java.text.MessageFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.ResourceBundle;

/** Everything a page says, by key, in one language. */
public final class Words {
    private final Locale locale;
    private final ResourceBundle bundle;

    public Words(Locale locale) {
        this.locale = locale;
        this.bundle = ResourceBundle.getBundle("words", locale);
    }

    public String say(String key, Object... values) {
        return new MessageFormat(bundle.getString(key), locale).format(values);
    }

    /** The day of a moment, in UTC: a page without scripts does not know where its reader is. */
    public String day(Instant at) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                .withLocale(locale)
                .withZone(ZoneOffset.UTC)
                .format(at);
    }

    /** The same with its minute. */
    public String moment(Instant at) {
        return say(
                "frame.moment",
                DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
                        .withLocale(locale)
                        .withZone(ZoneOffset.UTC)
                        .format(at));
    }

    public String language() {
        return locale.toLanguageTag();
    }
}
