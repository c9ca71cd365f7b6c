package dev.latchkey.credential;

import dev.latchkey.http.Form;
import dev.latchkey.http.Request;
import dev.latchkey.model.Credential;
import dev.latchkey.model.CredentialSearch;
import dev.latchkey.model.Id;
import dev.latchkey.model.ListedCredential;
import dev.latchkey.storage.Usage;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** One page of a list of credentials, and the form that narrows and orders it. */
public record Shelf(
        String action,
        String organization,
        boolean isOfOrganization,
        CredentialSearch search,
        List<Listed> listed,
        Optional<String> next) {

    public static final int ENTRIES = 50;

    private static final int SEARCH_CHARS = 100;

    public Shelf {
        listed = List.copyOf(listed);
    }

    /** What a query asks for; what it spells wrongly it does not ask for. */
    static CredentialSearch search(Form query) {
        String text = query.value("q").orElse("").strip();
        return new CredentialSearch(
                text.substring(0, Math.min(SEARCH_CHARS, text.length())),
                chosen(query, "type", CredentialSearch.Type.values()),
                chosen(query, "state", CredentialSearch.State.values()),
                chosen(query, "order", CredentialSearch.Order.values())
                        .orElse(CredentialSearch.Order.NAME),
                query.value("after").flatMap(Id.CLIENT::parse));
    }

    /**
     * Asks for one entry more than the page shows: whether it comes tells whether there is a next
     * page.
     */
    static Shelf of(
            Request request,
            String action,
            Optional<Id.Organization> organization,
            BiFunction<CredentialSearch, Integer, List<ListedCredential>> list,
            Usage usage,
            Function<Credential, String> href) {
        CredentialSearch search = search(request.query());
        List<ListedCredential> found = list.apply(search, ENTRIES + 1);
        List<ListedCredential> shown = found.subList(0, Math.min(ENTRIES, found.size()));
        List<Id.Client> clients = shown.stream().map(each -> each.credential().clientId()).toList();
        var lastUses = usage.lastUses(clients);
        var calls = usage.callsPerDay(clients, request.occasion().at());
        List<Listed> listed =
                shown.stream()
                        .map(each -> {
                            Id.Client client = each.credential().clientId();
                            return new Listed(
                                    each,
                                    href.apply(each.credential()),
                                    Optional.ofNullable(lastUses.get(client)),
                                    new Chart(
                                            Optional.ofNullable(calls.get(client)).orElseThrow()));
                        })
                        .toList();
        String place = organization.map(Id.Organization::value).orElse("");
        return new Shelf(
                action,
                place,
                organization.isPresent(),
                search,
                listed,
                found.size() > shown.size()
                        ? Optional.of(address(action, place, search.after(clients.getLast())))
                        : Optional.empty());
    }

    /** The list from its beginning, as narrow and in the same order. */
    public String first() {
        return address(
                action,
                organization,
                new CredentialSearch(
                        search.text(),
                        search.type(),
                        search.state(),
                        search.order(),
                        Optional.empty()));
    }

    public boolean isEmpty() {
        return listed.isEmpty() && !search.isNarrowed() && search.after().isEmpty();
    }

    public boolean isType(CredentialSearch.Type type) {
        return search.type().filter(type::equals).isPresent();
    }

    public boolean isState(CredentialSearch.State state) {
        return search.state().filter(state::equals).isPresent();
    }

    private static String address(String action, String organization, CredentialSearch search) {
        var query = new StringBuilder(action).append("?order=").append(search.order());
        append(query, "organization", organization);
        append(query, "q", search.text());
        append(query, "type", search.type().map(Enum::name).orElse(""));
        append(query, "state", search.state().map(Enum::name).orElse(""));
        append(query, "after", search.after().map(Id.Client::value).orElse(""));
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
