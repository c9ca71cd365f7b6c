package dev.latchkey.console.credential;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.table.BulkAct;
import java.util.Arrays;

/**
 * The notice that a page shows after a form was answered with a redirect. The query of the redirect
 * names the notice, for example {@code ?saved=yes}.
 */
enum RedirectNotice {
  SAVED("saved", "credential.saved"),
  DELETED("deleted", "credential.deleted"),
  OFFERED("offered", "transfer.offered"),
  OFFER_WITHDRAWN("withdrawn", "transfer.withdrawn"),
  OFFER_ACCEPTED("accepted", "offer.accepted"),
  OFFER_DECLINED("declined", "offer.declined"),
  SECRET_RETIRED("retired", "secrets.retired"),
  TOKENS_REVOKED("revoked", "tokens.revoked"),
  ACCESS_ENDED("ended", "access.ended"),
  CHILD_TOKEN_ENDED("child-ended", "children.ended");

  private final String parameter;
  private final String message;

  RedirectNotice(String parameter, String message) {
    this.parameter = parameter;
    this.message = message;
  }

  /** The address with this notice. */
  String after(String path) {
    return path + "?" + parameter + "=yes";
  }

  /** The layout of a page, with the notice that the query names. */
  static Page page(PageRequest request) {
    Page page = BulkAct.notice(request);
    return Arrays.stream(values())
        .filter(notice -> request.query().value(notice.parameter).isPresent())
        .findFirst()
        .map(notice -> page.withNotice(notice.message))
        .orElse(page);
  }
}
