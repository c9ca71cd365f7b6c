package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Scope;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.credential.ClientSecrets;
import dev.latchkey.storage.credential.CredentialAccess;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.credential.TransferOffers;
import dev.latchkey.storage.people.UserAdministration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The page of a credential that was offered to the person. The person sees what they would own, and
 * accepts or declines it (rule 6.3).
 */
public record OfferedCredentialPage(
    CredentialStores stores, UserAdministration administration, Catalogue catalogue) {
  private static final String HERE = Section.MY_ACCOUNT.path() + "/{client_id}/offer";

  /**
   * The owner of the credential, the person who offers it, when it was offered, and when the offer
   * expires.
   */
  public record Parties(ManagedUser owner, ManagedUser by, Instant since, Instant until) {
    public boolean isOwnerDisabled() {
      return owner.state() == ManagedUser.State.DISABLED;
    }

    public boolean isOfferedByOwner() {
      return owner.user().id().equals(by.user().id());
    }
  }

  /** What the new owner receives with the credential, and what the transfer ends. */
  public record Contents(
      List<Scope> scope,
      List<ClientSecrets.View> secrets,
      Credentials.Outstanding outstanding,
      CredentialAccess.Extent access) {}

  /** A request about an offer, by the person to whom it was made. */
  private record OfferRequest(
      PageRequest request, Credential.Personal credential, TransferOffers.Offer offer) {}

  @FunctionalInterface
  private interface OfferHandler {
    Response answer(OfferRequest at);
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.READ, HERE, withOffer(this::show)),
        pageGuard.signedIn(Effect.SENSITIVE, HERE, withOffer(this::accept)),
        pageGuard.signedIn(Effect.CHANGE, HERE + "/decline", withOffer(this::decline)));
  }

  /** Where the person to whom a credential is offered answers. */
  public static String href(Id.Client client) {
    return HERE.replace("{client_id}", client.value());
  }

  private PageGuard.PageHandler withOffer(OfferHandler handler) {
    return request -> {
      Optional<OfferRequest> found = find(request);
      return found.isPresent() ? handler.answer(found.get()) : noSuchOffer(request);
    };
  }

  /**
   * The offer that the path names; empty if there is none. An offer to another person is treated as
   * if it did not exist.
   */
  private Optional<OfferRequest> find(PageRequest request) {
    Id.Client client = CredentialScope.named(request);
    Id.User user = request.user().id();
    Optional<TransferOffers.Offer> offer =
        stores.offers().of(client, request.moment()).filter(found -> found.to().equals(user));
    Optional<Credential.Personal> credential =
        stores
            .credentials()
            .find(client)
            .filter(Credential.Personal.class::isInstance)
            .map(Credential.Personal.class::cast);
    return offer.isPresent() && credential.isPresent()
        ? Optional.of(new OfferRequest(request, credential.get(), offer.get()))
        : Optional.empty();
  }

  private Response show(OfferRequest at) {
    return page(at, at.request().page(), FormErrors.NONE);
  }

  private Response accept(OfferRequest at) {
    boolean mayRevive = at.request().form().value("revive").isPresent();
    if (!mayRevive && parties(at).isOwnerDisabled()) {
      return refuse(at, FormErrors.of(400, "offer.revive", "flaw.revive-missing"));
    }
    Optional<FormErrors> passwordErrors = at.request().passwordErrors("offer.password");
    if (passwordErrors.isPresent()) {
      return refuse(at, passwordErrors.get());
    }
    if (!isAccepted(at, mayRevive)) {
      return withOffer(this::showChanged).answer(at.request());
    }
    String href = Section.MY_ACCOUNT.path() + "/" + at.credential().clientId().value();
    return at.request().seeOther(RedirectNotice.OFFER_ACCEPTED.after(href));
  }

  /**
   * Accepts exactly what the person has looked at: the form contains the version of the credential
   * that it showed. False if the credential or the offer has changed since then.
   */
  private boolean isAccepted(OfferRequest at, boolean mayRevive) {
    PageRequest request = at.request();
    return CredentialFields.version(request.form()) == at.credential().version()
        && stores
            .offers()
            .accept(at.credential(), request.user().id(), mayRevive, request.moment());
  }

  private Response decline(OfferRequest at) {
    PageRequest request = at.request();
    if (!stores.offers().decline(at.credential(), at.offer().to(), request.moment())) {
      return noSuchOffer(request);
    }
    return request.seeOther(RedirectNotice.OFFER_DECLINED.after(Section.MY_ACCOUNT.path()));
  }

  private static Response noSuchOffer(PageRequest request) {
    return request.notFound("offer.over");
  }

  private Response refuse(OfferRequest at, FormErrors errors) {
    return page(at, at.request().page().withProblem("offer.not-accepted"), errors);
  }

  private Response showChanged(OfferRequest at) {
    return page(at, at.request().page().withProblem("offer.changed"), FormErrors.of(409));
  }

  private Response page(OfferRequest at, Page page, FormErrors errors) {
    return page.show(
        errors.status(),
        TEMPLATES.credentialOffer(page, at.credential(), parties(at), contents(at), errors));
  }

  private Parties parties(OfferRequest at) {
    return new Parties(
        administration.find(at.credential().owner()).orElseThrow(),
        administration.find(at.offer().by()).orElseThrow(),
        at.offer().offeredAt(),
        at.offer().expiresAt());
  }

  private Contents contents(OfferRequest at) {
    Credential.Personal credential = at.credential();
    RequestMoment now = at.request().moment();
    return new Contents(
        catalogue.describe(credential.scope()),
        stores.secrets().of(credential.clientId()),
        stores.credentials().outstanding(credential, now),
        stores.access().extent(credential.clientId(), Optional.empty(), now));
  }
}
