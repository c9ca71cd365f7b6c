package dev.latchkey.credential;

import dev.latchkey.http.Form;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.storage.CredentialLists;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The form that filters and orders a list of credentials, and the links to the pages of the list.
 */
public record CredentialFilter(
        String action, Optional<Organization> organization, CredentialLists.Search search) {

    private static final int SEARCH_CHARS = 100;

    /** The search that a query asks for. Unknown values are ignored. */
    static CredentialLists.Search search(Form query) {
        String text = query.value("q").orElse("").strip();
        return new CredentialLists.Search(
                text.substring(0, Math.min(SEARCH_CHARS, text.length())),
                chosen(query, "type", CredentialLists.Search.Type.values()),
                chosen(query, "state", CredentialLists.Search.State.values()),
                chosen(query, "order", CredentialLists.Search.Order.values())
                        .orElse(CredentialLists.Search.Order.NAME),
                query.value("after").flatMap(Id.CLIENT::parse));
    }

    /** The address of the first page, with the same filter and order. */
    public String first() {
        return address(
                new CredentialLists.Search(
                        search.text(),
                        search.type(),
                        search.state(),
                        search.order(),
                        Optional.empty()));
    }

    /**
     * The address of the page that begins after this credential, with the same filter and order.
     */
    String after(Id.Client last) {
        return address(search.after(last));
    }

    public boolean isType(CredentialLists.Search.Type type) {
        return search.type().filter(type::equals).isPresent();
    }

    public boolean isState(CredentialLists.Search.State state) {
        return search.state().filter(state::equals).isPresent();
    }

    private String address(CredentialLists.Search asked) {
        var query = new StringBuilder(action).append("?order=").append(asked.order());
        append(query, "organization", organization.map(where -> where.id().value()).orElse(""));
        append(query, "q", asked.text());
        append(query, "type", asked.type().map(Enum::name).orElse(""));
        append(query, "state", asked.state().map(Enum::name).orElse(""));
        append(query, "after", asked.after().map(Id.Client::value).orElse(""));
        return query.toString();
    }

    private static void append(StringBuilder query, String name, String value) {
        if (!value.isEmpty()) {
            query.append('&')
                    .append(name)
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
    }

    private static <E extends Enum<E>> Optional<E> chosen(Form query, String name, E[] values) {
        return query.value(name)
                .flatMap(text ->
                        Arrays.stream(values).filter(value -> value.name().equals(text)).findAny());
    }
}
