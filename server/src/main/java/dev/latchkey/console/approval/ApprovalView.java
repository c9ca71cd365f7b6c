package dev.latchkey.console.approval;

import dev.latchkey.console.credential.ScopeTable;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Section;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.publicclient.PublicClientReview;

/** The data of the page on which an administrator decides about an app. */
public record ApprovalView(
    Organization organization,
    PublicClientReview.Listed listed,
    ClientPolicy policy,
    Choice choice,
    boolean isMailed,
    FormErrors errors) {
  /**
   * What the form has. {@code beyond}: scopes that the app asks for and the policy does not have.
   */
  public record Choice(ScopeTable scopes, Scopes beyond, String days, String note) {
    /** Whether there is anything that can be allowed. */
    public boolean isPossible() {
      return !scopes.groups().isEmpty();
    }
  }

  public String back() {
    return Section.APPROVALS.path() + "?organization=" + organization.id().value();
  }

  public String action() {
    return Section.APPROVALS.path() + ApprovalsPage.DECIDE;
  }
}
