package dev.latchkey.console.webhook;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.WebhookView;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.event.ChangeWebhook;
import dev.latchkey.event.CreateWebhook;
import dev.latchkey.event.DeleteWebhook;
import dev.latchkey.event.DisableWebhook;
import dev.latchkey.event.EnableWebhook;
import dev.latchkey.event.FlawedWebhook;
import dev.latchkey.event.RotateWebhookSecret;
import dev.latchkey.event.WebhookGuard;
import dev.latchkey.model.Id;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.Webhooks;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The calls of the management API about webhooks. */
public record WebhooksApi(
    Webhooks webhooks,
    WebhookGuard webhookGuard,
    CreateWebhook createWebhook,
    ChangeWebhook changeWebhook,
    RotateWebhookSecret rotateSecret,
    EnableWebhook enableWebhook,
    DisableWebhook disableWebhook,
    DeleteWebhook deleteWebhook) {
  static final String ID = "webhook_id";
  private static final String PLATFORM = "platform";

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_WEBHOOKS, this::list),
        guard.route(
            Operation.CREATE_WEBHOOK,
            request -> request.withFields(fields -> create(request, fields))),
        guard.route(Operation.GET_WEBHOOK, this::show),
        guard.route(
            Operation.CHANGE_WEBHOOK,
            request -> request.withFields(fields -> change(request, fields))),
        guard.route(Operation.ROTATE_WEBHOOK_SECRET, this::rotate),
        guard.route(Operation.ENABLE_WEBHOOK, this::enable),
        guard.route(Operation.DISABLE_WEBHOOK, this::disable),
        guard.route(Operation.DELETE_WEBHOOK, this::delete));
  }

  private Response list(ApiRequest request) {
    Optional<Id.Organization> where = where(request);
    return webhookGuard
        .refuseToSee(request.actor(), where)
        .map(ApiAnswer::refused)
        .orElseGet(() -> listed(webhooks.of(where)));
  }

  private static Response listed(List<Webhook> found) {
    return ApiAnswer.list(
        "webhooks", found.stream().map(WebhookView::of).toList(), new Answers.Whole(found.size()));
  }

  /** {@code org_id=platform}: those of the platform. */
  private static Optional<Id.Organization> where(ApiRequest request) {
    return Optional.of(OrganizationApiGuard.named(request))
        .filter(named -> !named.value().equals(PLATFORM));
  }

  private Response create(ApiRequest request, ApiFields fields) {
    return withWanted(
        fields,
        new Webhook.Wanted("", "", Set.of()),
        wanted -> create(request, where(request), wanted));
  }

  private Response create(
      ApiRequest request, Optional<Id.Organization> where, Webhook.Wanted wanted) {
    var in = new CreateWebhook.In(where, Optional.empty());
    return switch (createWebhook.by(request.actor(), in, wanted)) {
      case CreateWebhook.Created(var webhook, var secret) ->
          ApiAnswer.versioned(201, version(webhook), WebhookView.Created.of(webhook, secret));
      case CreateWebhook.NotCreated _ ->
          ApiAnswer.conflict("limit_reached", "There are %d webhooks.".formatted(Webhook.MOST));
      case CreateWebhook.Refused(var why) -> ApiAnswer.refused(why);
      case FlawedWebhook flawed -> flawed(flawed);
    };
  }

  /** What was sent, and for the rest what {@code before} has. Types that do not exist are wrong. */
  private static Response withWanted(
      ApiFields fields, Webhook.Wanted before, Function<Webhook.Wanted, Response> handler) {
    Optional<List<String>> codes = fields.texts("events");
    var types = new ArrayList<>(before.types());
    if (codes.isPresent()) {
      types.clear();
      codes.get().stream().flatMap(code -> EventType.parse(code).stream()).forEach(types::add);
      if (types.size() < codes.get().size() || types.contains(EventType.WEBHOOK_TEST)) {
        return flawed(new FlawedWebhook(FlawedWebhook.Why.UNKNOWN_EVENT));
      }
    }
    return handler.apply(
        new Webhook.Wanted(
            fields.text("url").orElse(before.url()),
            fields.text("description").orElse(before.description()),
            types.isEmpty() ? Set.of() : EnumSet.copyOf(types)));
  }

  private static Response flawed(FlawedWebhook flawed) {
    return ApiAnswer.flawed(WebhookForm.errors(flawed));
  }

  private static String version(Webhook webhook) {
    return String.valueOf(webhook.version());
  }

  private Response found(ApiRequest request, Function<Webhook, Response> handler) {
    return switch (webhookGuard.see(request.actor(), request.segment(ID))) {
      case WebhookGuard.Granted granted -> handler.apply(granted.webhook());
      case WebhookGuard.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private Response show(ApiRequest request) {
    return found(request, WebhooksApi::shown);
  }

  private static Response shown(Webhook webhook) {
    return ApiAnswer.versioned(200, version(webhook), WebhookView.of(webhook));
  }

  private Response change(ApiRequest request, ApiFields fields) {
    return found(
        request,
        known -> {
          if (!request.namesVersion()) {
            return ApiAnswer.versionMissing();
          }
          return request.hasSeen(version(known))
              ? withWanted(fields, known.wanted(), wanted -> change(request, known, wanted))
              : ApiAnswer.changedBefore();
        });
  }

  private Response change(ApiRequest request, Webhook known, Webhook.Wanted wanted) {
    return switch (changeWebhook.by(request.actor(), known.id().value(), known.version(), wanted)) {
      case ChangeWebhook.Changed(var webhook) -> shown(webhook);
      case ChangeWebhook.EditConflict _ -> ApiAnswer.changedBefore();
      case ChangeWebhook.Refused(var why) -> ApiAnswer.refused(why);
      case FlawedWebhook flawed -> flawed(flawed);
    };
  }

  private Response rotate(ApiRequest request) {
    return found(
        request,
        known ->
            switch (rotateSecret.by(request.actor(), known.id().value(), known.version())) {
              case RotateWebhookSecret.Rotated rotated -> {
                Webhook changed = webhooks.find(known.id()).orElse(known);
                yield ApiAnswer.versioned(
                    201, version(changed), WebhookView.Created.of(changed, rotated.secret()));
              }
              case RotateWebhookSecret.NotRotated.EDIT_CONFLICT -> ApiAnswer.changedBefore();
              case RotateWebhookSecret.Refused(var why) -> ApiAnswer.refused(why);
            });
  }

  private Response enable(ApiRequest request) {
    return switch (enableWebhook.by(request.actor(), request.segment(ID))) {
      case EnableWebhook.Written _ -> show(request);
      case EnableWebhook.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private Response disable(ApiRequest request) {
    return switch (disableWebhook.by(request.actor(), request.segment(ID))) {
      case DisableWebhook.Written _ -> show(request);
      case DisableWebhook.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private Response delete(ApiRequest request) {
    return switch (deleteWebhook.by(request.actor(), request.segment(ID))) {
      case DeleteWebhook.Deleted _ -> ApiAnswer.done();
      case DeleteWebhook.Refused(NoAccess why) -> ApiAnswer.refused(why);
    };
  }
}
