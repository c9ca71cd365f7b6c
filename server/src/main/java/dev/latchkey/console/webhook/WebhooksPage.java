package dev.latchkey.console.webhook;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.webhook.WebhookPlace.At;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.event.CreateWebhook;
import dev.latchkey.event.FlawedWebhook;
import dev.latchkey.model.Id;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.storage.event.Webhooks;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The list of webhooks, and the form of a new one. */
public record WebhooksPage(
    WebhookPlace place, Webhooks webhooks, CreateWebhook createWebhook, RandomGenerator random) {
  private static final String NEW = "/new";

  /** The data of the list. */
  public record View(At at, List<Webhook> webhooks) {
    public View {
      webhooks = List.copyOf(webhooks);
    }

    public boolean hasRoom() {
      return webhooks.size() < Webhook.MOST;
    }

    public String href(Webhook webhook) {
      return at.section().path() + "/" + webhook.id().value();
    }

    public String create() {
      return at.section().path() + NEW + at.query("?");
    }
  }

  /** These routes must come before those of one webhook. */
  public List<Route> routes(PageGuard guard) {
    var sections = place.sections();
    return List.of(
        guard.in(sections, Effect.READ, "", place.all(this::list)),
        guard.in(sections, Effect.ASK, NEW, place.all(this::ask)),
        guard.in(sections, Effect.SENSITIVE, NEW, place.all(this::create)));
  }

  private Response list(At at) {
    boolean isDeleted = at.request().query().value("done").filter("deleted"::equals).isPresent();
    Page page = isDeleted ? at.page().withNotice("webhooks.done.deleted") : at.page();
    return page.show(200, TEMPLATES.webhookList(page, new View(at, webhooks.of(at.where()))));
  }

  private Response ask(At at) {
    return ask(at, new Webhook.Wanted("", "", Set.of()), FormErrors.NONE);
  }

  private Response ask(At at, Webhook.Wanted entered, FormErrors errors) {
    Page shown = at.page();
    Page page = errors.status() == 200 ? shown : shown.withProblem("webhooks.flawed");
    var form = new WebhookForm(at, Optional.empty(), entered, Id.FORM.draw(random).value(), errors);
    return page.show(errors.status(), TEMPLATES.webhookForm(page, form));
  }

  private Response create(At at) {
    var request = at.request();
    Webhook.Wanted entered = WebhookForm.entered(request.form());
    Optional<FormErrors> password = request.passwordErrors(Reauthentication.FIELD);
    if (password.isPresent()) {
      return ask(at, entered, password.get());
    }
    Optional<Id.Form> form = request.form().value("form_id").flatMap(Id.FORM::parse);
    if (form.isEmpty()) {
      return ask(at, entered, FormErrors.of(400));
    }
    return switch (createWebhook.by(
        request.actor(), new CreateWebhook.In(at.where(), form), entered)) {
      case CreateWebhook.Created(var webhook, var secret) -> {
        Page page = at.page();
        var view = new SecretView(at, webhook, secret, Optional.empty());
        yield page.show(200, TEMPLATES.webhookSecret(page, view));
      }
      case CreateWebhook.NotCreated.LIMIT_REACHED ->
          request.problem(409, "limit_reached", "webhooks.most", Webhook.MOST);
      case CreateWebhook.NotCreated.ALREADY_SENT ->
          request.problem(409, "sent_before", "created.sent-before");
      case CreateWebhook.Refused(var why) -> request.refused(why, WebhookPlace.UNKNOWN);
      case FlawedWebhook flawed -> ask(at, entered, WebhookForm.errors(flawed));
    };
  }
}
