package dev.latchkey.contract;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of the placeholders of one transcript. A placeholder without a value takes it from the
 * response; the last word of its name says which form the value must have.
 */
final class Placeholders {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z][a-z0-9_+ ]*)}");
    private static final Pattern LATER = Pattern.compile("now \\+ ([0-9]+)");
    private static final Pattern MANY = Pattern.compile("([a-z]) times ([0-9]+)");
    private static final String ANY = "any ";

    private static final Map<String, Pattern> FORMS =
            Map.ofEntries(
                    secret("access_token", "lk_at_"),
                    secret("refresh_token", "lk_rt_"),
                    secret("code", "lk_ac_"),
                    secret("session", "lk_sk_"),
                    secret("browser", "lk_bk_"),
                    form(
                            "date",
                            "[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT"),
                    form("form_token", "[A-Za-z0-9_-]{43}"),
                    form("request", "[A-Za-z0-9_-]+"),
                    form("state", "req_[0-9A-Za-z]{22}"),
                    form("text", "[A-Za-z0-9._~-]+"));

    /** A placeholder without a value, or without a form. */
    static final class Unusable extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Unusable(String message) {
            super(message);
        }
    }

    private final Map<String, String> values = new HashMap<>();
    private final LongSupplier now;

    /** {@code now} in seconds since 1970. */
    Placeholders(LongSupplier now) {
        this.now = now;
    }

    private static Map.Entry<String, Pattern> secret(String word, String prefix) {
        return form(word, prefix + "[0-9A-Za-z]{49}");
    }

    private static Map.Entry<String, Pattern> form(String word, String form) {
        return Map.entry(word, Pattern.compile(form));
    }

    void put(String name, String value) {
        values.put(name, value);
    }

    private String value(String name) {
        Matcher later = LATER.matcher(name);
        if (later.matches()) {
            return String.valueOf(now.getAsLong() + Long.parseLong(later.group(1)));
        }
        Matcher many = MANY.matcher(name);
        if (many.matches()) {
            return many.group(1).repeat(Integer.parseInt(many.group(2)));
        }
        String value = values.get(name);
        if (value == null) {
            throw new Unusable("{" + name + "} has no value yet");
        }
        return value;
    }

    String fill(String text) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(value(found.group(1))));
    }

    /** With the values that are known, for messages. */
    String shown(String text) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found ->
                        Matcher.quoteReplacement(
                                isKnown(found.group(1)) ? value(found.group(1)) : found.group()));
    }

    private boolean isKnown(String name) {
        return values.containsKey(name)
                || LATER.matcher(name).matches()
                || MANY.matcher(name).matches();
    }

    /** How far a line is as expected. */
    record Match(int end, boolean isWhole) {}

    /** Compares a line; if it is as expected, keeps the values of new placeholders. */
    Match match(String expected, String actual) {
        var before = Map.copyOf(values);
        Match match = compare(expected, actual);
        if (!match.isWhole()) {
            values.clear();
            values.putAll(before);
        }
        return match;
    }

    private Match compare(String expected, String actual) {
        Matcher placeholder = PLACEHOLDER.matcher(expected);
        int from = 0;
        int at = 0;
        while (placeholder.find()) {
            String literal = expected.substring(from, placeholder.start());
            int equal = equal(literal, actual, at);
            at += equal;
            OptionalInt length =
                    equal < literal.length()
                            ? OptionalInt.empty()
                            : length(placeholder.group(1), actual, at);
            if (length.isEmpty()) {
                return new Match(at, false);
            }
            at += length.getAsInt();
            from = placeholder.end();
        }
        String literal = expected.substring(from);
        int equal = equal(literal, actual, at);
        at += equal;
        return new Match(at, equal == literal.length() && at == actual.length());
    }

    /** How many characters of the text stand at this place. */
    private static int equal(String text, String actual, int at) {
        int equal = 0;
        while (equal < text.length()
                && at + equal < actual.length()
                && text.charAt(equal) == actual.charAt(at + equal)) {
            equal++;
        }
        return equal;
    }

    /** The length of what stands here for the placeholder; empty if nothing does. */
    private OptionalInt length(String name, String actual, int at) {
        if (isKnown(name)) {
            String value = value(name);
            return actual.startsWith(value, at)
                    ? OptionalInt.of(value.length())
                    : OptionalInt.empty();
        }
        Matcher found = formOf(name).matcher(actual).region(at, actual.length());
        if (!found.lookingAt()) {
            return OptionalInt.empty();
        }
        if (!name.startsWith(ANY)) {
            put(name, found.group());
        }
        return OptionalInt.of(found.group().length());
    }

    private static Pattern formOf(String name) {
        Pattern form = FORMS.get(name.substring(name.lastIndexOf(' ') + 1));
        if (form == null) {
            throw new Unusable("{" + name + "} must end in one of " + FORMS.keySet());
        }
        return form;
    }
}
