package dev.latchkey.directory;

import dev.latchkey.http.Request;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One page of a long list, and the words by which it was searched. */
public record Listing<T>(Asked asked, int total, List<T> entries) {
    static final int SIZE = 50;

    /** Which page of which search; {@code organization} is empty where there is no choice. */
    public record Asked(String organization, String words, int page) {
        private static final int MAX_WORDS_CHARS = 100;

        static Asked of(Request request) {
            String page = request.query().value("page").orElse("1");
            String words = request.query().value("q").orElse("").strip();
            return new Asked(
                    "", cut(words), page.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(page) : 1);
        }

        /**
         * Without half of a character at its end, or a space: the link to the next page has
         * neither.
         */
        private static String cut(String words) {
            int end = Math.min(MAX_WORDS_CHARS, words.length());
            boolean splits = end < words.length() && Character.isLowSurrogate(words.charAt(end));
            return words.substring(0, splits ? end - 1 : end).strip();
        }

        Asked in(String chosen) {
            return new Asked(chosen, words, page);
        }

        int passedOver() {
            return (page - 1) * SIZE;
        }

        String address(int other) {
            String where = organization.isEmpty() ? "" : "organization=" + organization + "&";
            return "?" + where + "q=" + encoded(words) + "&page=" + other;
        }

        private static String encoded(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }
    }

    public int first() {
        return asked.passedOver() + 1;
    }

    public int last() {
        return asked.passedOver() + entries.size();
    }

    public boolean hasEarlier() {
        return asked.page() > 1;
    }

    public boolean hasLater() {
        return last() < total && !entries.isEmpty();
    }

    public String earlier() {
        return asked.address(asked.page() - 1);
    }

    public String later() {
        return asked.address(asked.page() + 1);
    }
}
