package dev.latchkey.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Optional;

/** The languages that pages speak; the first one is for everybody whose own is not among them. */
public enum Language {
    ENGLISH("en"),
    CHINESE("zh-Hans");

    /**
     * Browsers send a quarter of it. The library takes minutes over sixteen thousand characters
     * that were made for it.
     */
    private static final int MAX_RANGES_CHARS = 200;

    private final Locale locale;

    Language(String tag) {
        this.locale = Locale.forLanguageTag(tag);
    }

    public Locale locale() {
        return locale;
    }

    /** As a page names its language. */
    public String tag() {
        return locale.toLanguageTag();
    }

    /** As a cookie, a form and the configuration name it. */
    public String code() {
        return locale.getLanguage();
    }

    public static Optional<Language> of(String code) {
        return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
    }

    /**
     * The best for a list of ranges with weights (RFC 4647 3.4). It is looked up by code, so every
     * kind of Chinese finds the one there is.
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
