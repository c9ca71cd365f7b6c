package dev.latchkey.protocol.authorize;

import dev.latchkey.console.page.PageRequest;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.SealedRequest;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.grants.Consents;
import dev.latchkey.storage.people.Directory;

/** Collects what the consent page shows about a request. */
public record ConsentDetail(
    Credentials credentials,
    Consents consents,
    Directory directory,
    Catalogue catalogue,
    Limits limits) {
  /** {@code chosen}: the scopes that are ticked, if the user may leave out single ones. */
  ConsentView of(ConsentView.Arrival arrival, ConsentForm form, Scopes chosen) {
    Credential.Personal credential = form.credential();
    Id.Client client = credential.clientId();
    RequestMoment now = form.request().moment();
    Id.User user = form.request().user().id();
    var permissions =
        new ConsentView.Permissions(
            catalogue.describe(form.scope()),
            consents.granted(user, client, now),
            form.mayLeaveOutScopes(),
            chosen);
    return new ConsentView(
        arrival,
        app(form.client(), now),
        form.request().user(),
        permissions,
        consents.latest(user, client),
        limits);
  }

  FaultyView of(PageRequest request, SealedRequest sealed, AuthorizationRequest.Faulty faulty) {
    return new FaultyView(sealed, app(faulty.answer().client(), request.moment()), faulty);
  }

  private ConsentView.App app(RequestingClient requesting, RequestMoment now) {
    Credential.Personal credential = requesting.credential();
    return new ConsentView.App(
        credential,
        directory.find(credential.owner()).orElseThrow(),
        credentials.ownerChange(credential.clientId(), now),
        directory.find(credential.organization()).orElseThrow(),
        requesting.origin());
  }
}
