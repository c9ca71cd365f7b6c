package dev.latchkey.console.webhook;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Form;
import dev.latchkey.event.FlawedWebhook;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The data of the form of a webhook.
 *
 * @param known the webhook that is changed; empty for a new one
 * @param formId for the form of a new one, which works once
 */
public record WebhookForm(
    WebhookPlace.At at,
    Optional<Webhook> known,
    Webhook.Wanted entered,
    String formId,
    FormErrors errors) {
  /** The types that can be chosen, by what they are about. */
  public Map<String, List<EventType>> groups() {
    var groups = new LinkedHashMap<String, List<EventType>>();
    for (EventType type : EventType.choices()) {
      groups.computeIfAbsent(group(type), name -> new ArrayList<>()).add(type);
    }
    return groups;
  }

  private static String group(EventType type) {
    return switch (type) {
      case CREDENTIAL_CREATED,
          CREDENTIAL_CHANGED,
          CREDENTIAL_DELETED,
          CREDENTIAL_OFFERED,
          CREDENTIAL_TRANSFERRED,
          SECRET_CREATED,
          SECRET_RETIRED,
          SECRET_LEAKED ->
          "webhooks.group.credentials";
      case TOKEN_CREATED, TOKEN_REVOKED, TOKENS_REVOKED, GRANT_CREATED, GRANT_ENDED, GRANTS_ENDED ->
          "webhooks.group.access";
      case APPROVAL_REQUESTED, APPROVAL_DENIED, POLICY_CHANGED -> "webhooks.group.approvals";
      case PERSON_CREATED,
          PERSON_CHANGED,
          PERSON_DISABLED,
          PERSON_ENABLED,
          SESSION_STARTED,
          SESSION_ENDED,
          PASSWORD_CHANGED,
          SECOND_FACTOR_ADDED,
          SECOND_FACTOR_REMOVED,
          PASSKEY_ADDED,
          PASSKEY_REMOVED ->
          "webhooks.group.people";
      case ORGANIZATION_CREATED,
          ORGANIZATION_CHANGED,
          TEAM_CREATED,
          TEAM_CHANGED,
          SIGNING_KEY_CREATED,
          SIGNING_KEY_RETIRED,
          KEY_FILE_ROTATED,
          AUDIT_EXPORTED,
          AUDIT_SEALED,
          WEBHOOK_CREATED,
          WEBHOOK_CHANGED,
          WEBHOOK_DELETED,
          WEBHOOK_DISABLED,
          WEBHOOK_ENABLED,
          ALERT_OPENED,
          ALERT_CLOSED,
          WEBHOOK_TEST ->
          "webhooks.group.administration";
    };
  }

  static Webhook.Wanted entered(Form form) {
    Set<EventType> types =
        form.all("event").stream()
            .flatMap(code -> EventType.parse(code).stream())
            .filter(EventType.choices()::contains)
            .collect(Collectors.toSet());
    return new Webhook.Wanted(
        form.value("url").orElse(""), form.value("description").orElse(""), types);
  }

  static FormErrors errors(FlawedWebhook flawed) {
    return FormErrors.of(400, flawed.field(), message(flawed));
  }

  static String message(FlawedWebhook flawed) {
    return switch (flawed.why()) {
      case SHAPE -> "webhooks.flaw.url-shape";
      case INSECURE -> "webhooks.flaw.url-insecure";
      case PRIVATE -> "webhooks.flaw.url-private";
      case UNKNOWN_HOST -> "webhooks.flaw.url-unknown-host";
      case DESCRIPTION_TOO_LONG -> "webhooks.flaw.description-too-long";
      case UNKNOWN_EVENT -> "webhooks.flaw.events-unknown";
    };
  }

  public String action() {
    return known
        .map(webhook -> at.section().path() + "/" + webhook.id().value() + "/settings")
        .orElseGet(() -> at.section().path() + "/new");
  }

  public String back() {
    return known
        .map(webhook -> at.section().path() + "/" + webhook.id().value())
        .orElseGet(at::href);
  }
}
