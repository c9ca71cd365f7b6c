package dev.latchkey.console.credential;

import dev.latchkey.console.page.PageRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Credential;

/**
 * A request about one credential. {@link CredentialScope} has checked that the person may make it.
 */
record CredentialRequest<C extends Credential>(
    PageRequest request, CredentialScope section, C credential) {

  /** The address of the credential's page. */
  String href() {
    return section.href(credential);
  }

  /** The address of one of its tabs. */
  String href(CredentialTab tab) {
    return href() + tab.path();
  }

  RequestMoment moment() {
    return request.moment();
  }

  Response notFound() {
    return request.notFound("credential.unknown");
  }

  /** Redirects to the tab with the form that was sent, which says what was done. */
  Response done(CredentialTab tab, RedirectNotice notice) {
    return request.seeOther(notice.after(href(tab)));
  }
}
