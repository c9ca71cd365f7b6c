package dev.latchkey.credential;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Rights;
import dev.latchkey.model.User;
import dev.latchkey.page.OrganizationRequest;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.PageRequest;
import dev.latchkey.page.SectionGuard;
import dev.latchkey.storage.CredentialLists;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.TransferOffers;
import dev.latchkey.storage.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The list of the credentials of a section, one page at a time. */
public final class CredentialListPage {
    /**
     * How many entries are read: one more than a page shows. If the extra entry is found, there is
     * a next page.
     */
    private static final int READ = CredentialList.ENTRIES + 1;

    private final CredentialSection section;
    private final CredentialStores stores;
    private final Usage usage;

    public CredentialListPage(CredentialSection section, CredentialStores stores, Usage usage) {
        this.section = section;
        this.stores = stores;
        this.usage = usage;
    }

    public List<Route> routes(PageGuard pageGuard) {
        Route list =
                switch (section) {
                    case OwnCredentials own ->
                            pageGuard.signedIn("GET", own.section().path(), this::listOwn);
                    case OrganizationCredentials managed ->
                            pageGuard.in(managed.sectionGuard(), "GET", "", guarded(managed));
                };
        return List.of(list);
    }

    private SectionGuard.PlaceHandler guarded(OrganizationCredentials managed) {
        return managed.sectionGuard()
                .withOrganization(
                        Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
                        at -> listOfOrganization(at, managed.choice(at.request().user())));
    }

    private Response listOwn(PageRequest request) {
        Id.User owner = request.user().id();
        CredentialFilter filter = filter(request, Optional.empty());
        List<CredentialLists.Listed> found =
                stores.lists().ownedBy(owner, filter.search(), READ, request.moment());
        CredentialList list = list(filter, found, request.moment().at());
        Page page = RedirectNotice.page(request);
        return page.show(200, TEMPLATES.credentialListOwn(page, list, offers(request)));
    }

    private Response listOfOrganization(OrganizationRequest at, List<Organization> choice) {
        PageRequest request = at.request();
        Organization organization = at.organization();
        CredentialFilter filter = filter(request, Optional.of(organization));
        List<CredentialLists.Listed> found =
                stores.lists().of(organization.id(), filter.search(), READ, request.moment());
        CredentialList list = list(filter, found, request.moment().at());
        Page page = RedirectNotice.page(request);
        return page.show(
                200,
                TEMPLATES.credentialListOfOrganization(
                        page, section.section(), organization, choice, list));
    }

    private CredentialFilter filter(PageRequest request, Optional<Organization> organization) {
        CredentialLists.Search search = CredentialFilter.search(request.query());
        return new CredentialFilter(section.section().path(), organization, search);
    }

    private CredentialList list(
            CredentialFilter filter, List<CredentialLists.Listed> found, Instant now) {
        List<CredentialLists.Listed> shown =
                found.subList(0, Math.min(CredentialList.ENTRIES, found.size()));
        List<Id.Client> clients = shown.stream().map(each -> each.credential().clientId()).toList();
        var activity = new Activity(usage.lastUses(clients), usage.callsPerDay(clients, now));
        Optional<String> next =
                found.size() > shown.size()
                        ? Optional.of(filter.after(clients.getLast()))
                        : Optional.empty();
        return new CredentialList(
                filter, shown.stream().map(each -> entry(each, activity)).toList(), next);
    }

    private record Activity(
            Map<Id.Client, RequestMoment> lastUses, Map<Id.Client, CallsPerDay> calls) {}

    private CredentialList.Entry entry(CredentialLists.Listed listed, Activity activity) {
        Id.Client client = listed.credential().clientId();
        CallsPerDay calls = Optional.ofNullable(activity.calls.get(client)).orElseThrow();
        return new CredentialList.Entry(
                listed,
                section.href(listed.credential()),
                Optional.ofNullable(activity.lastUses.get(client)),
                new CallsChart(calls));
    }

    /**
     * A link to a credential that was offered to the person and waits for their answer. {@code
     * until}: when the offer expires.
     */
    public record OfferLink(String href, String name, Instant until) {}

    private List<OfferLink> offers(PageRequest request) {
        User user = request.user();
        return stores.offers().to(user.id(), request.moment()).stream()
                .flatMap(offer -> link(offer).stream())
                .toList();
    }

    private Optional<OfferLink> link(TransferOffers.Offer offer) {
        String href = OfferedCredentialPage.href(offer.client());
        return stores.credentials()
                .find(offer.client())
                .map(offered -> new OfferLink(href, offered.name(), offer.expiresAt()));
    }
}
