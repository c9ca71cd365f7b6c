package dev.latchkey.console.credential;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.credential.ChangeCredential;
import dev.latchkey.credential.ChangeLogo;
import dev.latchkey.credential.CredentialActs;
import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.credential.OfferCredential;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.credential.logo.LogoReader;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The page of one credential, with its tabs. In the settings people can change the credential,
 * offer a personal credential to another person, and delete the credential.
 */
public record CredentialPage(
    CredentialScope section, CredentialDetail detail, CredentialActs acts, Transfer transfer) {
  public List<Route> routes(PageGuard pageGuard) {
    String one = "/{client_id}";
    var all = new ArrayList<Route>();
    for (CredentialTab tab : section.tabs()) {
      var handler = toSee(at -> show(at, tab));
      all.add(section.page(pageGuard, Effect.READ, one + tab.path(), handler));
    }
    all.add(
        section.page(
            pageGuard, Effect.CHANGE, one + CredentialTab.SETTINGS.path(), toChange(this::change)));
    all.add(
        section
            .page(pageGuard, Effect.CHANGE, one + "/logo", toChange(this::changeLogo))
            .uploading());
    all.add(
        section.page(pageGuard, Effect.CHANGE, one + "/logo/remove", toChange(this::removeLogo)));
    all.add(section.page(pageGuard, Effect.SENSITIVE, one + "/transfer", toTransfer(this::offer)));
    all.add(
        section.page(
            pageGuard, Effect.CHANGE, one + "/transfer/withdraw", toTransfer(this::withdraw)));
    all.add(section.page(pageGuard, Effect.SENSITIVE, one + "/delete", toDelete(this::delete)));
    return all;
  }

  private Response show(CredentialRequest<? extends Credential> at, CredentialTab tab) {
    return CredentialTab.of(at.credential(), section).contains(tab)
        ? detail.show(at, tab)
        : at.request().notFound("credential.unknown");
  }

  private CredentialScope.SectionHandler toSee(
      CredentialScope.CredentialHandler<Credential> handler) {
    var act = Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION;
    return section.withCredential(Credential.class, act, handler);
  }

  private CredentialScope.SectionHandler toChange(
      CredentialScope.CredentialHandler<Credential> handler) {
    var act = Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL;
    return section.withCredential(section.changeable(), act, handler);
  }

  private CredentialScope.SectionHandler toTransfer(
      CredentialScope.CredentialHandler<Credential.Personal> handler) {
    var act = Rights.Act.TRANSFER_CREDENTIAL_OF_ORGANIZATION;
    return section.withCredential(Credential.Personal.class, act, handler);
  }

  private CredentialScope.SectionHandler toDelete(
      CredentialScope.CredentialHandler<Credential> handler) {
    var act = Rights.Act.DELETE_CREDENTIAL_OF_ORGANIZATION;
    return section.withCredential(Credential.class, act, handler);
  }

  private Response change(CredentialRequest<? extends Credential> at) {
    return SettingsPart.sent(at.request())
        .map(part -> change(at, part))
        .orElseGet(() ->
            detail.refuse(at, CredentialTab.SETTINGS, "credential.no-section", FormErrors.of(400)));
  }

  /** Saves one section over all others as they are stored now. */
  private Response change(CredentialRequest<? extends Credential> at, SettingsPart part) {
    WantedCredential stored = WantedCredential.of(at.credential());
    WantedCredential entered = part.over(stored, CredentialFields.entered(at.request()));
    String seen = at.request().form().value("version").orElse("");
    if (!seen.equals(part.version(stored))) {
      return entered.equals(stored) ? saved(at, part) : detail.showConflict(at, part, entered);
    }
    return switch (acts.change()
        .by(at.request().actor(), at.credential(), at.credential().version(), entered)) {
      case ChangeCredential.Changed _ -> saved(at, part);
      case FlawedCredential flawed -> detail.showFlaws(at, part, entered, FormErrors.of(flawed));
      case ChangeCredential.Refused.NOT_FOUND, ChangeCredential.Refused.NOT_OWNED -> at.notFound();
      // Another change came between, perhaps of another section. This one is then saved over it.
      case ChangeCredential.Refused.EDIT_CONFLICT -> toChange(this::change).answer(at.request());
    };
  }

  private static Response saved(CredentialRequest<? extends Credential> at, SettingsPart part) {
    String settings = RedirectNotice.SAVED.after(at.href(CredentialTab.SETTINGS));
    return at.request().seeOther(settings + "#" + part.anchor());
  }

  private Response changeLogo(CredentialRequest<? extends Credential> at) {
    return answer(at, Optional.of(at.request().request().file()));
  }

  private Response removeLogo(CredentialRequest<? extends Credential> at) {
    return answer(at, Optional.empty());
  }

  private Response answer(CredentialRequest<? extends Credential> at, Optional<byte[]> logo) {
    return switch (acts.changeLogo().by(at.request().actor(), at.credential(), logo)) {
      case ChangeLogo.Changed _ -> at.done(CredentialTab.SETTINGS, RedirectNotice.SAVED);
      case ChangeLogo.Flawed(LogoReader.Flaw flaw) ->
          detail.refuse(
              at,
              CredentialTab.SETTINGS,
              "logo.not-changed",
              FormErrors.of(400, "logo", "flaw.logo." + flaw));
      case ChangeLogo.Refused(var why) ->
          switch (why) {
            case NOT_FOUND, NOT_OWNED, EDIT_CONFLICT -> at.notFound();
          };
    };
  }

  private Response offer(CredentialRequest<Credential.Personal> at) {
    PageRequest request = at.request();
    Optional<FormErrors> passwordErrors = request.passwordErrors("transfer.password");
    if (passwordErrors.isPresent()) {
      return notOffered(at, passwordErrors.get());
    }
    return switch (acts.offer()
        .by(request.actor(), at.credential().clientId(), Transfer.email(request))) {
      case OfferCredential.Offered offered -> {
        transfer.mail(offered, request.actor(), request.page().words(), request.baseUrl());
        yield at.done(CredentialTab.SETTINGS, RedirectNotice.OFFERED);
      }
      case OfferCredential.Refused.NOT_FOUND, OfferCredential.Refused.NO_PERSON -> at.notFound();
      case OfferCredential.Refused why -> notOffered(at, Transfer.errors(why));
    };
  }

  private Response notOffered(CredentialRequest<Credential.Personal> at, FormErrors errors) {
    return detail.refuse(at, CredentialTab.SETTINGS, "transfer.not-offered", errors);
  }

  private Response withdraw(CredentialRequest<Credential.Personal> at) {
    return switch (acts.withdrawOffer().by(at.request().actor(), at.credential().clientId())) {
      case WITHDRAWN -> at.done(CredentialTab.SETTINGS, RedirectNotice.OFFER_WITHDRAWN);
      case NOT_OFFERED ->
          detail.refuse(at, CredentialTab.SETTINGS, "transfer.not-withdrawn", FormErrors.of(409));
      case NOT_FOUND, NO_PERSON -> at.notFound();
    };
  }

  private Response delete(CredentialRequest<? extends Credential> at) {
    Optional<FormErrors> errors =
        nameErrors(at).or(() -> at.request().passwordErrors("delete.password"));
    if (errors.isPresent()) {
      return notDeleted(at, errors.get());
    }
    return switch (acts.delete().by(at.request().actor(), at.credential())) {
      case DELETED, DELETED_BEFORE -> at.request().seeOther(section.afterDeletion(at.credential()));
      case OWNER_CHANGED -> notDeleted(at, FormErrors.of(409, "delete.name", "flaw.owner-changed"));
      case NOT_FOUND -> at.notFound();
    };
  }

  /** The person must type the name of the credential (rule 6.3). */
  private static Optional<FormErrors> nameErrors(CredentialRequest<? extends Credential> at) {
    String typed = at.request().form().value("name").orElse("").strip();
    return typed.equals(at.credential().name())
        ? Optional.empty()
        : Optional.of(FormErrors.of(400, "delete.name", "flaw.name-typed"));
  }

  private Response notDeleted(CredentialRequest<? extends Credential> at, FormErrors errors) {
    return detail.refuse(at, CredentialTab.SETTINGS, "credential.not-deleted", errors);
  }
}
