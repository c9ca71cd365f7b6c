package dev.latchkey.directory;

import dev.latchkey.http.Request;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One page of a long list, and the search that found it. */
public record Listing<T>(Asked asked, int total, List<T> entries) {
    static final int SIZE = 50;

    /**
     * The search and the number of the page. {@code organization} is empty if the list offers no
     * choice of organizations.
     */
    public record Asked(String organization, String words, int page) {
        private static final int MAX_WORDS_CHARS = 100;

        static Asked of(Request request) {
            String page = request.query().value("page").orElse("1");
            String words = request.query().value("q").orElse("").strip();
            return new Asked(
                    "",
                    shortened(words),
                    page.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(page) : 1);
        }

        /**
         * Shortens the words to the maximum length. The result does not end with half of a
         * surrogate pair or with a space, because neither would survive in the link to the next
         * page.
         */
        private static String shortened(String words) {
            int end = Math.min(MAX_WORDS_CHARS, words.length());
            boolean splits = end < words.length() && Character.isLowSurrogate(words.charAt(end));
            return words.substring(0, splits ? end - 1 : end).strip();
        }

        Asked inOrganization(String chosenOrganization) {
            return new Asked(chosenOrganization, words, page);
        }

        int offset() {
            return (page - 1) * SIZE;
        }

        String address(int otherPage) {
            String where = organization.isEmpty() ? "" : "organization=" + organization + "&";
            return "?" + where + "q=" + encoded(words) + "&page=" + otherPage;
        }

        private static String encoded(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }
    }

    public int first() {
        return asked.offset() + 1;
    }

    public int last() {
        return asked.offset() + entries.size();
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
