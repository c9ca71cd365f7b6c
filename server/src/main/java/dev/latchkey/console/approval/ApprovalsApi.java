package dev.latchkey.console.approval;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.ApprovalView;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.policy.DecideOnPublicClient;
import dev.latchkey.storage.credential.ClientPolicies;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.publicclient.PublicClients;
import java.util.List;
import java.util.Optional;

/**
 * The calls of the management API about apps that people have asked for. None of them lets in an
 * app, because that creates a credential (contract 2.1).
 */
public record ApprovalsApi(
    OrganizationApiGuard organizationGuard,
    ClientPolicies policies,
    PublicClientReview review,
    DecideOnPublicClient decideOnClient,
    ApprovalMail mail) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(
            Operation.LIST_APPROVALS,
            request ->
                organizationGuard.in(
                    request, Rights.Act.SEE_APPROVALS_OF_ORGANIZATION, this::list)),
        guard.route(
            Operation.DENY_APPROVAL,
            request -> request.withFields(fields -> deny(request, fields))));
  }

  private Response list(Organization organization) {
    List<ApprovalView> apps =
        review.list(organization.id()).stream().map(ApprovalView::of).toList();
    return ApiAnswer.list("approvals", apps, new Answers.Uncounted());
  }

  /** A program denies what waits: it has not seen another state. */
  private Response deny(ApiRequest request, ApiFields fields) {
    Id.Organization where = OrganizationApiGuard.named(request);
    var seen =
        new DecideOnPublicClient.Seen(
            fields.text("app").orElse(""),
            PublicClients.State.WAITING,
            policies.of(where).version());
    var decision =
        new DecideOnPublicClient.Decision(seen, Optional.empty(), fields.text("note").orElse(""));
    return switch (decideOnClient.by(request.actor(), where, decision)) {
      case DecideOnPublicClient.Decided decided -> {
        mail.decided(decided, request.actor().moment().at(), request.request().baseUrl());
        yield ApiAnswer.done();
      }
      case DecideOnPublicClient.EditConflict _ -> notWaiting();
      case DecideOnPublicClient.Flaw _ ->
          ApiAnswer.flawed(FormErrors.of(400, "note", "flaw.approval-note"));
      case DecideOnPublicClient.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private static Response notWaiting() {
    return ApiAnswer.flawed(FormErrors.of(409, "app", "flaw.approval-decided"));
  }
}
