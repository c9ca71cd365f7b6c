package dev.latchkey.api;

import dev.latchkey.api.access.CredentialReach;
import dev.latchkey.api.access.PersonReach;
import dev.latchkey.api.view.AlertView;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.ApprovalView;
import dev.latchkey.api.view.AuditEntryView;
import dev.latchkey.api.view.AuditHeadView;
import dev.latchkey.api.view.CallView;
import dev.latchkey.api.view.CredentialView;
import dev.latchkey.api.view.DeliveryView;
import dev.latchkey.api.view.GrantView;
import dev.latchkey.api.view.PasswordLinkView;
import dev.latchkey.api.view.PersonView;
import dev.latchkey.api.view.RequestLogView;
import dev.latchkey.api.view.ReviewView;
import dev.latchkey.api.view.RightView;
import dev.latchkey.api.view.SessionView;
import dev.latchkey.api.view.TokenView;
import dev.latchkey.api.view.WebhookView;
import dev.latchkey.storage.call.CallWriters;
import dev.latchkey.storage.call.RouteCalls;
import dev.latchkey.storage.credential.ClientSecrets;
import dev.latchkey.storage.issued.IssuedTokens;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.Teams;

/** The JSON objects that calls answer with, each with the record that has its fields. */
enum Noun {
  ERROR(ApiError.Answer.class),
  ME(Answers.Me.class),
  LISTED_USER(PersonView.Listed.class),
  USER(PersonView.class),
  USER_ACCESS(PersonReach.class),
  INVITED_USER(PersonView.Invited.class),
  PASSWORD_LINK(PasswordLinkView.class),
  SESSION(SessionView.class),
  GRANT(GrantView.class),
  ORGANIZATION(Organizations.View.class),
  CREATED_ORGANIZATION(Answers.CreatedOrganization.class),
  TEAM(Teams.View.class),
  CREDENTIAL(CredentialView.class),
  CREDENTIAL_ACCESS(CredentialReach.class),
  LISTED_CREDENTIAL(CredentialView.Listed.class),
  APPROVAL(ApprovalView.class),
  SECRET(ClientSecrets.View.class),
  NEW_SECRET(Answers.NewSecret.class),
  TOKEN(TokenView.class),
  ISSUED_TOKEN(IssuedTokens.Listed.class),
  REVOKED(Answers.Revoked.class),
  REVIEW(ReviewView.class),
  REVIEW_ITEM(ReviewView.Item.class),
  REVIEW_REPORT(ReviewView.Report.class),
  REVIEW_SCHEDULE(ReviewView.Schedule.class),
  ALERT(AlertView.class),
  ALERT_RULE(AlertView.Rule.class),
  WEBHOOK(WebhookView.class),
  CREATED_WEBHOOK(WebhookView.Created.class),
  TEST_EVENT(Answers.TestEvent.class),
  DELIVERY(DeliveryView.class),
  REPLAYED(Answers.Replayed.class),
  AUDIT_ENTRY(AuditEntryView.class),
  AUDIT_HEAD(AuditHeadView.class),
  CALL(CallView.class),
  REQUEST_LOG(RequestLogView.class),
  RIGHT(RightView.class),
  ROUTE(Answers.Route.class),
  CALL_GAP(CallWriters.Gap.class),
  ROUTE_CALLS(RouteCalls.View.class);

  private final Class<? extends Record> view;

  Noun(Class<? extends Record> view) {
    this.view = view;
  }

  Class<? extends Record> view() {
    return view;
  }

  /** Whether answers have its version, which a change must name. */
  boolean isVersioned() {
    return switch (this) {
      case USER,
          INVITED_USER,
          ORGANIZATION,
          CREATED_ORGANIZATION,
          TEAM,
          CREDENTIAL,
          WEBHOOK,
          CREATED_WEBHOOK ->
          true;
      default -> false;
    };
  }

  String schema() {
    return Schemas.name(this);
  }
}
