package dev.latchkey.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/**
 * A set of scope names of the shape {@code <action>:<resource>:<sub-resource>} (contract 2.2), in
 * one fixed order.
 */
public record Scopes(List<String> names) {
    public static final Scopes NONE = new Scopes(List.of());

    private static final Pattern NAME =
            Pattern.compile("(read|write):[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*");

    public Scopes {
        names = names.stream().sorted().distinct().toList();
    }

    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Clients write a list with commas (the contract) or with spaces (RFC 6749). */
    public static Scopes parse(String text) {
        var words = new StringTokenizer(text, ", ");
        var names = new ArrayList<String>();
        while (words.hasMoreTokens()) {
            names.add(words.nextToken());
        }
        return new Scopes(names);
    }

    public static Scopes of(Collection<String> names) {
        return new Scopes(List.copyOf(names));
    }

    public boolean covers(Scopes asked) {
        return names.containsAll(asked.names);
    }

    public Scopes without(Scopes others) {
        return others.covers(this)
                ? NONE
                : of(names.stream().filter(name -> !others.names.contains(name)).toList());
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    public String joined(Separator separator) {
        return String.join(separator.sign, names);
    }

    /**
     * The contract writes commas; RFC 7662 and some client libraries need spaces (clients.md 7).
     */
    public enum Separator {
        COMMA(","),
        SPACE(" ");

        private final String sign;

        Separator(String sign) {
            this.sign = sign;
        }

        /** As a credential with these options wants it; they stand there as one text. */
        public static Separator of(String options) {
            return options.contains(Credential.Option.SPACE_SEPARATED_SCOPE.name()) ? SPACE : COMMA;
        }
    }
}
