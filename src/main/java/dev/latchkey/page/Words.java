package dev.latchkey.page;

import java.text.MessageFormat;
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

    public String language() {
        return locale.toLanguageTag();
    }
}
