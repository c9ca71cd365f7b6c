package dev.latchkey.page;

import dev.latchkey.model.Language;
import java.text.MessageFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;

/** Everything a page says, by key, in one language. */
public final class Words {
    private final Language language;
    private final Locale locale;
    private final ResourceBundle bundle;

    /** Whatever the server's own language is, it plays no part. */
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

    public Language language() {
        return language;
    }
}
