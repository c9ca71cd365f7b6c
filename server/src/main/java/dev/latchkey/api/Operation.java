package dev.latchkey.api;

import static dev.latchkey.api.ApiCall.delete;
import static dev.latchkey.api.ApiCall.get;
import static dev.latchkey.api.ApiCall.open;
import static dev.latchkey.api.ApiCall.patch;
import static dev.latchkey.api.ApiCall.post;
import static dev.latchkey.api.ApiCall.put;
import static dev.latchkey.api.ApiField.choice;
import static dev.latchkey.api.ApiField.text;
import static dev.latchkey.api.ApiField.time;
import static dev.latchkey.api.ApiQuery.by;

import dev.latchkey.api.view.Answers;
import dev.latchkey.edge.http.Body;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.CredentialConcern;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.UserLists;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The calls of the management API: the scope, the parameters and the body of each, and what it
 * answers. The description of the API is written from them; its sentences are in {@code
 * api.properties}. None of them creates a credential: people do that in the web application
 * (contract 2.1).
 */
public enum Operation {
  GET_ME(open("/me").shows(Noun.ME)),
  LIST_USERS(
      get("users", "/users")
          .with(
              text("org_id"),
              choice("role", User.Role.class),
              choice("state", ManagedUser.State.class),
              text("team_id"),
              choice("second_factor", Stream.of("none")),
              choice("idle", Stream.of("days_30", "days_90")))
          .pages(
              "users",
              Noun.LISTED_USER,
              by("name", UserLists.Column.NAME),
              by("email", UserLists.Column.EMAIL),
              by("created_at", UserLists.Column.CREATED))),
  INVITE_USER(
      post("users", "/users")
          .with(text("org_id"))
          .with(ApiBody.NEW_USER)
          .creates(Noun.INVITED_USER)),
  GET_USER(get("users", "/users/{user_id}").shows(Noun.USER)),
  GET_USER_ACCESS(get("audit", "/users/{user_id}/access").shows(Noun.USER_ACCESS)),
  CHANGE_USER(patch("users", "/users/{user_id}").with(ApiBody.USER_CHANGE).changes(Noun.USER)),
  DISABLE_USER(post("users", "/users/{user_id}/disable").changes(Noun.USER)),
  ENABLE_USER(post("users", "/users/{user_id}/enable").changes(Noun.USER)),
  CREATE_PASSWORD_LINK(post("users", "/users/{user_id}/password-link").creates(Noun.PASSWORD_LINK)),
  REMOVE_SECOND_FACTOR(delete("users", "/users/{user_id}/second-factor")),
  LIST_SESSIONS(
      get("users", "/users/{user_id}/sessions")
          .lists("sessions", Noun.SESSION, Answers.Whole.class)),
  END_SESSION(delete("users", "/users/{user_id}/sessions/{session_id}")),
  END_ACCESS(post("users", "/users/{user_id}/end-access")),
  LIST_GRANTS(
      get("grants", "/users/{user_id}/grants")
          .pages(
              "grants",
              Noun.GRANT,
              by("consented_at", ActiveGrants.Column.ALLOWED),
              by("app", ActiveGrants.Column.APP),
              by("last_used_at", ActiveGrants.Column.LAST_USE),
              by("expires_at", ActiveGrants.Column.END))),
  END_GRANT(delete("grants", "/users/{user_id}/grants/{grant_id}")),
  LIST_ORGANIZATIONS(
      get("organizations", "/organizations")
          .with(choice("kind", Organization.Kind.class))
          .pages(
              "organizations",
              Noun.ORGANIZATION,
              by("name", Organizations.Column.NAME),
              by("created_at", Organizations.Column.CREATED))),
  CREATE_ORGANIZATION(
      post("organizations", "/organizations")
          .with(ApiBody.NEW_ORGANIZATION)
          .creates(Noun.CREATED_ORGANIZATION)),
  GET_ORGANIZATION(get("organizations", "/organizations/{org_id}").shows(Noun.ORGANIZATION)),
  CHANGE_ORGANIZATION(
      patch("organizations", "/organizations/{org_id}")
          .with(ApiBody.NEW_NAME)
          .changes(Noun.ORGANIZATION)),
  LIST_TEAMS(
      get("teams", "/teams").with(text("org_id")).lists("teams", Noun.TEAM, Answers.Whole.class)),
  CREATE_TEAM(
      post("teams", "/teams").with(text("org_id")).with(ApiBody.NEW_NAME).creates(Noun.TEAM)),
  GET_TEAM(get("teams", "/teams/{team_id}").shows(Noun.TEAM)),
  CHANGE_TEAM(patch("teams", "/teams/{team_id}").with(ApiBody.NEW_NAME).changes(Noun.TEAM)),
  LIST_CREDENTIALS(
      get("credentials", "/credentials")
          .with(
              text("org_id"),
              choice("type", CredentialLists.Search.Type.class),
              choice("state", CredentialLists.Search.State.class),
              text("owner_id"),
              choice("attention", CredentialConcern.class))
          .pages(
              "credentials",
              Noun.LISTED_CREDENTIAL,
              by("name", CredentialLists.Column.NAME),
              by("last_used_at", CredentialLists.Column.LAST_USE),
              by("created_at", CredentialLists.Column.CREATED))),
  GET_CREDENTIAL(get("credentials", "/credentials/{client_id}").shows(Noun.CREDENTIAL)),
  GET_CREDENTIAL_ACCESS(
      get("audit", "/credentials/{client_id}/access").shows(Noun.CREDENTIAL_ACCESS)),
  CHANGE_CREDENTIAL(
      patch("credentials", "/credentials/{client_id}")
          .with(ApiBody.CREDENTIAL_CHANGE)
          .changes(Noun.CREDENTIAL)),
  DELETE_CREDENTIAL(delete("credentials", "/credentials/{client_id}")),
  GET_LOGO(get("credentials", "/credentials/{client_id}/logo").showsImage()),
  CHANGE_LOGO(
      put("credentials", "/credentials/{client_id}/logo").withImage().shows(Noun.CREDENTIAL)),
  REMOVE_LOGO(delete("credentials", "/credentials/{client_id}/logo")),
  LIST_APPROVALS(
      get("credentials", "/approvals")
          .with(text("org_id"))
          .lists("approvals", Noun.APPROVAL, Answers.Uncounted.class)),
  DENY_APPROVAL(post("credentials", "/approvals/deny").with(text("org_id")).with(ApiBody.DENIAL)),
  LIST_SECRETS(
      get("credentials", "/credentials/{client_id}/secrets")
          .lists("secrets", Noun.SECRET, Answers.Uncounted.class)),
  ADD_SECRET(post("credentials", "/credentials/{client_id}/secrets").creates(Noun.NEW_SECRET)),
  RETIRE_SECRET(delete("credentials", "/credentials/{client_id}/secrets/{secret_id}")),
  OFFER_CREDENTIAL(
      post("credentials", "/credentials/{client_id}/transfer").with(ApiBody.NEW_OWNER)),
  WITHDRAW_OFFER(delete("credentials", "/credentials/{client_id}/transfer")),
  LIST_CREDENTIAL_TOKENS(
      get("tokens", "/credentials/{client_id}/tokens")
          .pages(
              "tokens",
              Noun.TOKEN,
              by("issued_at", OrganizationTokens.Column.CREATED),
              by("last_used_at", OrganizationTokens.Column.LAST_USE),
              by("expires_at", OrganizationTokens.Column.END))),
  REVOKE_CREDENTIAL_TOKEN(delete("tokens", "/credentials/{client_id}/tokens/{token_id}")),
  LIST_TOKENS(
      get("tokens", "/tokens")
          .with(text("org_id"), text("client_id"), text("user_id"))
          .follows(
              "tokens", Noun.ISSUED_TOKEN, Answers.CountedFollowing.class, ApiQuery.MAX_TOKENS)),
  REVOKE_TOKEN(delete("tokens", "/tokens/{token_id}")),
  REVOKE_TOKENS(post("tokens", "/tokens/revoke").with(ApiBody.REVOCATION).shows(Noun.REVOKED)),
  LIST_AUDIT(
      get("audit", "/audit")
          .with(
              text("org_id"),
              text("user_id"),
              text("about_user_id"),
              text("client_id"),
              choice("event", AuditEvent.class),
              choice("outcome", Stream.of("done", "refused")),
              text("address"),
              text("request_id"),
              time("from"),
              time("until"))
          .follows("entries", Noun.AUDIT_ENTRY, Answers.Following.class, ApiQuery.MAX_LIMIT)),
  GET_AUDIT_HEAD(get("audit", "/audit-head").shows(Noun.AUDIT_HEAD)),
  GET_AUDIT_ENTRY(get("audit", "/audit/{entry_id}").shows(Noun.AUDIT_ENTRY)),
  LIST_CALLS(CallOperations.LIST_CALLS),
  GET_CALL(get("audit", "/calls/{request_id}").with(text("org_id")).shows(Noun.CALL)),
  GET_REQUEST_LOG(CallOperations.GET_REQUEST_LOG),
  CHANGE_REQUEST_LOG(CallOperations.CHANGE_REQUEST_LOG),
  LIST_REVIEWS(ReviewOperations.LIST_REVIEWS),
  START_REVIEW(ReviewOperations.START_REVIEW),
  GET_REVIEW(ReviewOperations.GET_REVIEW),
  LIST_REVIEW_ITEMS(ReviewOperations.LIST_REVIEW_ITEMS),
  DECIDE_REVIEW_ITEM(ReviewOperations.DECIDE_REVIEW_ITEM),
  COMPLETE_REVIEW(ReviewOperations.COMPLETE_REVIEW),
  GET_REVIEW_REPORT(ReviewOperations.GET_REVIEW_REPORT),
  GET_REVIEW_SCHEDULE(ReviewOperations.GET_REVIEW_SCHEDULE),
  CHANGE_REVIEW_SCHEDULE(ReviewOperations.CHANGE_REVIEW_SCHEDULE),
  LIST_ALERTS(
      get("alerts", "/alerts")
          .with(text("org_id"), choice("state", Alert.State.class), choice("kind", AlertKind.class))
          .follows("alerts", Noun.ALERT, Answers.Following.class, ApiQuery.MAX_LIMIT)),
  GET_ALERT(get("alerts", "/alerts/{alert_id}").shows(Noun.ALERT)),
  CLOSE_ALERT(post("alerts", "/alerts/{alert_id}/close").shows(Noun.ALERT)),
  MUTE_ALERT(post("alerts", "/alerts/{alert_id}/mute").with(ApiBody.MUTE).shows(Noun.ALERT)),
  LIST_ALERT_RULES(
      get("alerts", "/alert-rules")
          .with(text("org_id"))
          .lists("alert_rules", Noun.ALERT_RULE, Answers.Whole.class)),
  CHANGE_ALERT_RULE(
      patch("alerts", "/alert-rules/{alert_kind}")
          .with(text("org_id"))
          .with(ApiBody.ALERT_RULE_CHANGE)
          .shows(Noun.ALERT_RULE)),
  LIST_WEBHOOKS(
      get("webhooks", "/webhooks")
          .with(text("org_id"))
          .lists("webhooks", Noun.WEBHOOK, Answers.Whole.class)),
  CREATE_WEBHOOK(
      post("webhooks", "/webhooks")
          .with(text("org_id"))
          .with(ApiBody.NEW_WEBHOOK)
          .creates(Noun.CREATED_WEBHOOK)),
  GET_WEBHOOK(get("webhooks", "/webhooks/{webhook_id}").shows(Noun.WEBHOOK)),
  CHANGE_WEBHOOK(
      patch("webhooks", "/webhooks/{webhook_id}")
          .with(ApiBody.WEBHOOK_CHANGE)
          .changes(Noun.WEBHOOK)),
  ROTATE_WEBHOOK_SECRET(
      post("webhooks", "/webhooks/{webhook_id}/rotate-secret").creates(Noun.CREATED_WEBHOOK)),
  ENABLE_WEBHOOK(post("webhooks", "/webhooks/{webhook_id}/enable").shows(Noun.WEBHOOK)),
  DISABLE_WEBHOOK(post("webhooks", "/webhooks/{webhook_id}/disable").shows(Noun.WEBHOOK)),
  DELETE_WEBHOOK(delete("webhooks", "/webhooks/{webhook_id}")),
  TEST_WEBHOOK(post("webhooks", "/webhooks/{webhook_id}/test").creates(Noun.TEST_EVENT)),
  LIST_DELIVERIES(
      get("webhooks", "/webhooks/{webhook_id}/deliveries")
          .with(choice("state", Delivery.State.class))
          .follows("deliveries", Noun.DELIVERY, Answers.Following.class, ApiQuery.MAX_LIMIT)),
  GET_DELIVERY(get("webhooks", "/webhooks/{webhook_id}/deliveries/{number}").shows(Noun.DELIVERY)),
  REPLAY_DELIVERY(
      post("webhooks", "/webhooks/{webhook_id}/deliveries/{number}/replay").shows(Noun.REPLAYED)),
  REPLAY_DELIVERIES(
      post("webhooks", "/webhooks/{webhook_id}/replay").with(ApiBody.REPLAY).shows(Noun.REPLAYED)),
  LIST_RIGHTS(get("users", "/rights").lists("rights", Noun.RIGHT, Answers.Whole.class)),
  LIST_ROUTES(get("routes", "/routes").lists("routes", Noun.ROUTE, Answers.Whole.class)),
  LIST_CALL_GAPS(get("audit", "/call-gaps").lists("call_gaps", Noun.CALL_GAP, Answers.Whole.class)),
  LIST_ROUTE_CALLS(CallOperations.LIST_ROUTE_CALLS);

  public static final String BASE = "/api/v1";

  @SuppressWarnings("ImmutableEnumChecker") // No call changes after its operation was made.
  private final ApiCall call;

  Operation(ApiCall call) {
    this.call = call;
  }

  public String method() {
    return call.method;
  }

  /** The path below {@link #BASE}. */
  public String path() {
    return call.path;
  }

  /** No scope: every token may ask who its caller is. */
  public Scopes needs() {
    return Scopes.parse(call.scope);
  }

  /** The names of the parameters in the query. All others are refused. */
  Set<String> parameters() {
    return call.parameters.stream().map(ApiField::name).collect(Collectors.toUnmodifiableSet());
  }

  /** The fields of the body. All others are refused. */
  public List<ApiField> fields() {
    return call.body.map(ApiBody::fields).orElse(List.of());
  }

  Body.Kind[] bodies() {
    if (call.takesImage) {
      return new Body.Kind[] {Body.Kind.IMAGE};
    }
    return call.body.isPresent() ? new Body.Kind[] {Body.Kind.JSON} : new Body.Kind[0];
  }

  ApiCall call() {
    return call;
  }
}
