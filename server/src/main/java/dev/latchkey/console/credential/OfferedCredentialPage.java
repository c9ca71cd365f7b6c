package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.credential.CredentialActs;
import dev.latchkey.credential.OfferGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.credential.ClientSecrets;
import dev.latchkey.storage.credential.CredentialAccess;
import dev.latchkey.storage.credential.Outstanding;
import dev.latchkey.storage.people.UserAdministration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The page of a credential that was offered to the person. The person sees what they would own, and
 * accepts or declines it (rule 6.3).
 */
public record OfferedCredentialPage(
    CredentialActs acts,
    CredentialStores stores,
    UserAdministration administration,
    Catalogue catalogue) {
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
      Outstanding outstanding,
      CredentialAccess.Extent access) {}

  /** A request about an offer, by the person to whom it was made. */
  private record OfferRequest(PageRequest request, OfferGuard.Offered offered) {
    Credential.Personal credential() {
      return offered.credential();
    }
  }

  @FunctionalInterface
  private interface OfferHandler {
    Response answer(OfferRequest at);
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.personal(Effect.READ, HERE, withOffer(this::show)),
        pageGuard.personal(Effect.SENSITIVE, HERE, withOffer(this::accept)),
        pageGuard.personal(Effect.CHANGE, HERE + "/decline", this::decline));
  }

  /** Where the person to whom a credential is offered answers. */
  public static String href(Id.Client client) {
    return HERE.replace("{client_id}", client.value());
  }

  private PageGuard.PageHandler withOffer(OfferHandler handler) {
    return request ->
        acts.offerGuard()
            .find(request.actor(), CredentialScope.named(request))
            .map(offered -> handler.answer(new OfferRequest(request, offered)))
            .orElseGet(() -> noSuchOffer(request));
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
    PageRequest request = at.request();
    Id.Client client = at.credential().clientId();
    int seen = version(request.form());
    return switch (acts.acceptOffer().by(request.actor(), client, seen, mayRevive)) {
      case ACCEPTED ->
          request.seeOther(
              RedirectNotice.OFFER_ACCEPTED.after(
                  Section.MY_ACCOUNT.path() + "/" + client.value()));
      case NOT_OFFERED, EDIT_CONFLICT -> withOffer(this::showChanged).answer(request);
    };
  }

  /** The version of the credential at the time when the form was shown. */
  private static int version(Form form) {
    return form.value("version")
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(Integer::parseInt)
        .orElse(0);
  }

  private Response decline(PageRequest request) {
    return switch (acts.declineOffer().by(request.actor(), CredentialScope.named(request))) {
      case DECLINED ->
          request.seeOther(RedirectNotice.OFFER_DECLINED.after(Section.MY_ACCOUNT.path()));
      case NOT_OFFERED -> noSuchOffer(request);
    };
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
        administration.find(at.offered().offer().by()).orElseThrow(),
        at.offered().offer().offeredAt(),
        at.offered().offer().expiresAt());
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
