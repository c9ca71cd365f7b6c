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
import dev.latchkey.event.DisableWebhook;
import dev.latchkey.event.FlawedWebhook;
import dev.latchkey.event.RotateWebhookSecret;
import dev.latchkey.model.event.Webhook;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Changes, disables and deletes a webhook, and gives it another secret. */
public record WebhookSettingsPage(
    WebhookPlace place,
    ChangeWebhook changeWebhook,
    RotateWebhookSecret rotateSecret,
    DisableWebhook disableWebhook,
    DeleteWebhook deleteWebhook) {
  private static final String SETTINGS = WebhookPlace.ONE + "/settings";
  private static final String SECRET = WebhookPlace.ONE + "/secret";
  private static final String DISABLE = WebhookPlace.ONE + "/disable";
  private static final String DELETE = WebhookPlace.ONE + "/delete";
  private static final String VERSION = "version";

  /** What a page asks about before it is done. */
  public enum Act {
    SECRET("webhooks.ask.SECRET", "webhooks.ask.SECRET.what", "webhooks.ask.SECRET.submit"),
    DISABLE("webhooks.ask.DISABLE", "webhooks.ask.DISABLE.what", "webhooks.ask.DISABLE.submit"),
    DELETE("webhooks.ask.DELETE", "webhooks.ask.DELETE.what", "webhooks.ask.DELETE.submit");

    private final String title;
    private final String what;
    private final String submit;

    Act(String title, String what, String submit) {
      this.title = title;
      this.what = what;
      this.submit = submit;
    }

    public String title() {
      return title;
    }

    public String what() {
      return what;
    }

    public String submit() {
      return submit;
    }
  }

  /** The data of the page that asks before an act. */
  public record Question(At at, Webhook webhook, Act act, FormErrors errors) {
    public String back() {
      return at.section().path() + "/" + webhook.id().value();
    }

    public String action() {
      return back() + "/" + act.name().toLowerCase(Locale.ROOT);
    }
  }

  public List<Route> routes(PageGuard guard) {
    var in = place.sections();
    return List.of(
        guard.in(in, Effect.ASK, SETTINGS, place.one(this::askSettings)),
        guard.in(in, Effect.SENSITIVE, SETTINGS, place.one(this::change)),
        guard.in(in, Effect.ASK, SECRET, place.one(at -> ask(at, Act.SECRET))),
        guard.in(in, Effect.SENSITIVE, SECRET, place.one(this::rotate)),
        guard.in(in, Effect.ASK, DISABLE, place.one(at -> ask(at, Act.DISABLE))),
        guard.in(in, Effect.SENSITIVE, DISABLE, place.one(this::disable)),
        guard.in(in, Effect.ASK, DELETE, place.one(at -> ask(at, Act.DELETE))),
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

  private static Response ask(AtWebhook at, Act act) {
    return ask(at, act, at.page(), FormErrors.NONE);
  }

  private static Response ask(AtWebhook at, Act act, Page page, FormErrors errors) {
    var question = new Question(at.at(), at.webhook(), act, errors);
    return page.show(errors.status(), TEMPLATES.webhookAsk(page, question));
  }

  /** The question again, if the password is missing or wrong. */
  private static Optional<Response> askForPassword(AtWebhook at, Act act) {
    return at.request()
        .passwordErrors(Reauthentication.FIELD)
        .map(errors -> ask(at, act, at.page(), errors));
  }

  private Response rotate(AtWebhook at) {
    return askForPassword(at, Act.SECRET).orElseGet(() -> rotateConfirmed(at));
  }

  private Response rotateConfirmed(AtWebhook at) {
    PageRequest request = at.request();
    return switch (rotateSecret.by(request.actor(), at.id(), seen(request))) {
      case RotateWebhookSecret.Rotated(var webhook, var secret, var until) -> {
        Page page = at.page();
        var view = new SecretView(at.at(), webhook, secret, Optional.of(until));
        yield page.show(200, TEMPLATES.webhookSecret(page, view));
      }
      case RotateWebhookSecret.NotRotated.EDIT_CONFLICT ->
          ask(at, Act.SECRET, at.page().withProblem("webhooks.edit-conflict"), FormErrors.of(409));
      case RotateWebhookSecret.Refused(var why) -> request.refused(why, WebhookPlace.UNKNOWN);
    };
  }

  private Response disable(AtWebhook at) {
    return askForPassword(at, Act.DISABLE)
        .orElseGet(() ->
            switch (disableWebhook.by(at.request().actor(), at.id())) {
              case DisableWebhook.Written _ -> at.back("disabled");
              case DisableWebhook.Refused(var why) ->
                  at.request().refused(why, WebhookPlace.UNKNOWN);
            });
  }

  private Response delete(AtWebhook at) {
    return askForPassword(at, Act.DELETE)
        .orElseGet(() ->
            switch (deleteWebhook.by(at.request().actor(), at.id())) {
              case DeleteWebhook.Deleted _ ->
                  at.request()
                      .seeOther(at.at().section().path() + "?done=deleted" + at.at().query("&"));
              case DeleteWebhook.Refused(var why) ->
                  at.request().refused(why, WebhookPlace.UNKNOWN);
            });
  }
}
