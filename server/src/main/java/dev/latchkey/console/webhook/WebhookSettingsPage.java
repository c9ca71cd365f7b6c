package dev.latchkey.console.webhook;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.webhook.WebhookPlace.At;
import dev.latchkey.console.webhook.WebhookPlace.AtWebhook;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.event.ChangeWebhook;
import dev.latchkey.event.DeleteWebhook;
import dev.latchkey.event.FlawedWebhook;
import dev.latchkey.event.RotateWebhookSecret;
import dev.latchkey.model.event.Webhook;
import java.util.List;
import java.util.Optional;

/** Changes and deletes a webhook, and gives it another secret. */
public record WebhookSettingsPage(
    WebhookPlace place,
    ChangeWebhook changeWebhook,
    RotateWebhookSecret rotateSecret,
    DeleteWebhook deleteWebhook) {
  private static final String SETTINGS = WebhookPlace.ONE + "/settings";
  private static final String SECRET = WebhookPlace.ONE + "/secret";
  private static final String DELETE = WebhookPlace.ONE + "/delete";
  private static final String VERSION = "version";

  /** The data of the page that asks before an act. */
  public record Question(At at, Webhook webhook, FormErrors errors) {
    public String back() {
      return at.section().path() + "/" + webhook.id().value();
    }
  }

  public List<Route> routes(PageGuard guard) {
    var in = place.sections();
    return List.of(
        guard.in(in, Effect.READ, SETTINGS, place.one(this::askSettings)),
        guard.in(in, Effect.SENSITIVE, SETTINGS, place.one(this::change)),
        guard.in(in, Effect.READ, SECRET, place.one(at -> askRotate(at, FormErrors.NONE))),
        guard.in(in, Effect.SENSITIVE, SECRET, place.one(this::rotate)),
        guard.in(in, Effect.READ, DELETE, place.one(at -> askDelete(at, FormErrors.NONE))),
        guard.in(in, Effect.SENSITIVE, DELETE, place.one(this::delete)));
  }

  private Response askSettings(AtWebhook at) {
    return askSettings(at, at.page(), at.webhook().wanted(), FormErrors.NONE);
  }

  private Response askSettings(AtWebhook at, Page page, Webhook.Wanted entered, FormErrors errors) {
    var form = new WebhookForm(at.at(), Optional.of(at.webhook()), entered, "", errors);
    return page.show(errors.status(), TEMPLATES.webhookForm(page, form));
  }

  private Response change(AtWebhook at) {
    PageRequest request = at.request();
    Webhook.Wanted entered = WebhookForm.entered(request.form());
    Optional<FormErrors> password = request.passwordErrors(Reauthentication.FIELD);
    if (password.isPresent()) {
      return askSettings(at, at.page().withProblem("webhooks.flawed"), entered, password.get());
    }
    return switch (changeWebhook.by(request.actor(), at.id(), seen(request), entered)) {
      case ChangeWebhook.Changed _ -> at.back("changed");
      case ChangeWebhook.EditConflict _ ->
          askSettings(
              at, at.page().withProblem("webhooks.edit-conflict"), entered, FormErrors.of(409));
      case ChangeWebhook.Refused(var why) -> request.refused(why, WebhookPlace.UNKNOWN);
      case FlawedWebhook flawed ->
          askSettings(
              at, at.page().withProblem("webhooks.flawed"), entered, WebhookForm.errors(flawed));
    };
  }

  private static int seen(PageRequest request) {
    String text = request.form().value(VERSION).orElse("");
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
  }

  private static Response askRotate(AtWebhook at, FormErrors errors) {
    return askRotate(at, at.page(), errors);
  }

  private static Response askRotate(AtWebhook at, Page page, FormErrors errors) {
    var question = new Question(at.at(), at.webhook(), errors);
    return page.show(errors.status(), TEMPLATES.webhookRotate(page, question));
  }

  private Response rotate(AtWebhook at) {
    PageRequest request = at.request();
    Optional<FormErrors> password = request.passwordErrors(Reauthentication.FIELD);
    if (password.isPresent()) {
      return askRotate(at, password.get());
    }
    return switch (rotateSecret.by(request.actor(), at.id(), seen(request))) {
      case RotateWebhookSecret.Rotated(var webhook, var secret, var until) -> {
        Page page = at.page();
        var view = new SecretView(at.at(), webhook, secret, Optional.of(until));
        yield page.show(200, TEMPLATES.webhookSecret(page, view));
      }
      case RotateWebhookSecret.NotRotated.EDIT_CONFLICT ->
          askRotate(at, at.page().withProblem("webhooks.edit-conflict"), FormErrors.of(409));
      case RotateWebhookSecret.Refused(var why) -> request.refused(why, WebhookPlace.UNKNOWN);
    };
  }

  private static Response askDelete(AtWebhook at, FormErrors errors) {
    Page page = at.page();
    var question = new Question(at.at(), at.webhook(), errors);
    return page.show(errors.status(), TEMPLATES.webhookDelete(page, question));
  }

  private Response delete(AtWebhook at) {
    PageRequest request = at.request();
    Optional<FormErrors> password = request.passwordErrors(Reauthentication.FIELD);
    if (password.isPresent()) {
      return askDelete(at, password.get());
    }
    return switch (deleteWebhook.by(request.actor(), at.id())) {
      case DeleteWebhook.Deleted _ ->
          request.seeOther(at.at().section().path() + "?done=deleted" + at.at().query("&"));
      case DeleteWebhook.Refused(var why) -> request.refused(why, WebhookPlace.UNKNOWN);
    };
  }
}
