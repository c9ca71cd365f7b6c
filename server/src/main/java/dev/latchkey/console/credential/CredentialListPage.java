package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.chart.CallsChart;
import dev.latchkey.console.page.OrganizationChoice;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.ViewsPage;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.TransferOffers;
import dev.latchkey.storage.operation.Usage;
import dev.latchkey.storage.query.TableRows;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The list of the credentials of a section, one page at a time. {@code withPublicApps}: whether the
 * list of an organization leads to its other apps.
 */
public record CredentialListPage(
    CredentialScope section,
    CredentialStores stores,
    Usage usage,
    ViewsPage views,
    boolean withPublicApps) {
  public List<Route> routes(PageGuard pageGuard) {
    Route list =
        switch (section) {
          case OwnCredentials own ->
              pageGuard.personal(Effect.READ, own.section().path(), this::listOwn);
          case OrganizationCredentials managed ->
              pageGuard.in(managed.sectionGuard(), Effect.READ, "", guarded(managed));
        };
    return List.of(list);
  }

  private SectionGuard.Handler guarded(OrganizationCredentials managed) {
    return managed
        .sectionGuard()
        .withOrganization(
            Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
            at ->
                views
                    .opening(at.request(), managed.section())
                    .orElseGet(() -> listOfOrganization(at, managed.choice(at))));
  }

  private Response listOwn(PageRequest request) {
    return views.opening(request, section.section()).orElseGet(() -> showOwn(request));
  }

  private Response showOwn(PageRequest request) {
    Id.User owner = request.user().id();
    CredentialFilter filter = filter(request, Optional.empty());
    TableRows<CredentialLists.Listed> found =
        stores.lists().ownedBy(owner, filter.search(), request.moment());
    Map<Id.Client, CallsPerDay> calls =
        usage.callsPerDay(
            found.rows().stream().map(each -> each.credential().clientId()).toList(),
            request.moment().at());
    Page page = RedirectNotice.page(request);
    CredentialList list = list(request, page, filter, found, calls);
    return page.show(200, TEMPLATES.credentialListOwn(page, list, offers(request)));
  }

  private Response listOfOrganization(OrganizationRequest at, OrganizationChoice choice) {
    return listOfOrganization(at, choice, RedirectNotice.page(at.request()), 200);
  }

  /** Shows the list, and why nothing can be done with the rows that were chosen in it. */
  Response refuse(OrganizationRequest at, String why) {
    OrganizationChoice choice =
        switch (section) {
          case OwnCredentials _ -> OrganizationChoice.NONE;
          case OrganizationCredentials managed -> managed.choice(at);
        };
    return listOfOrganization(at, choice, at.request().page().withProblem(why), 400);
  }

  /** The table of an organization has too many columns already to show the calls as well. */
  private Response listOfOrganization(
      OrganizationRequest at, OrganizationChoice choice, Page page, int status) {
    PageRequest request = at.request();
    Organization organization = at.organization();
    CredentialFilter filter = filter(request, Optional.of(organization));
    TableRows<CredentialLists.Listed> found =
        stores.lists().of(organization.id(), filter.search(), request.moment());
    CredentialList list = list(request, page, filter, found, Map.of());
    return page.show(
        status,
        TEMPLATES.credentialListOfOrganization(
            page, section.section(), organization, choice, list, withPublicApps));
  }

  private CredentialFilter filter(PageRequest request, Optional<Organization> organization) {
    return CredentialFilter.of(section.section().path(), organization, request.query());
  }

  private CredentialList list(
      PageRequest request,
      Page page,
      CredentialFilter filter,
      TableRows<CredentialLists.Listed> found,
      Map<Id.Client, CallsPerDay> calls) {
    var table =
        new Table<>(filter.query(), found, filter.chips(page))
            .with(views.shown(request, section.section(), filter.query()));
    return new CredentialList(filter, table.map(listed -> entry(listed, calls)));
  }

  private CredentialList.Entry entry(
      CredentialLists.Listed listed, Map<Id.Client, CallsPerDay> calls) {
    Credential credential = listed.credential();
    return new CredentialList.Entry(
        listed,
        section.href(credential),
        Optional.ofNullable(calls.get(credential.clientId())).map(CallsChart::new));
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
    return stores
        .credentials()
        .find(offer.client())
        .map(offered -> new OfferLink(href, offered.name(), offer.expiresAt()));
  }
}
