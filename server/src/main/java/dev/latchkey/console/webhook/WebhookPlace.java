package dev.latchkey.console.webhook;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Response;
import dev.latchkey.event.WebhookGuard;
import dev.latchkey.model.Id;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.people.Directory;
import java.util.Optional;
import java.util.function.Function;

/** Where webhooks are managed: in an organization, or on the platform. */
public record WebhookPlace(SectionGuard sections, WebhookGuard webhooks, Directory directory) {
  static final String UNKNOWN = "webhooks.unknown";
  static final String ONE = "/{webhook_id}";

  /** A request about the webhooks of an organization; of the platform, if there is none. */
  public record At(PageRequest request, Section section, Optional<Organization> organization) {
    Optional<Id.Organization> where() {
      return organization.map(Organization::id);
    }

    Page page() {
      return organization.map(request.page()::about).orElseGet(request::page);
    }

    public String href() {
      return section.path() + query("?");
    }

    /** What an address needs in order to be about this organization, after this sign. */
    public String query(String sign) {
      return organization.map(home -> sign + "organization=" + home.id().value()).orElse("");
    }
  }

  /** A request about one webhook. */
  public record AtWebhook(At at, Webhook webhook) {
    PageRequest request() {
      return at.request;
    }

    Page page() {
      return at.page();
    }

    String id() {
      return webhook.id().value();
    }

    String path() {
      return at.section.path() + "/" + id();
    }

    Response back(String done) {
      return at.request.seeOther(path() + "?done=" + done);
    }

    Response unknown() {
      return at.request.notFound(UNKNOWN);
    }
  }

  Section section() {
    return sections.section();
  }

  private boolean isPlatform() {
    return section() == Section.PLATFORM_WEBHOOKS;
  }

  SectionGuard.Handler all(Function<At, Response> handler) {
    return isPlatform()
        ? request -> handler.apply(new At(request, section(), Optional.empty()))
        : sections.withOrganization(
            Rights.Act.SEE_WEBHOOKS_OF_ORGANIZATION,
            in -> handler.apply(new At(in.request(), section(), Optional.of(in.organization()))));
  }

  SectionGuard.Handler one(Function<AtWebhook, Response> handler) {
    return request ->
        switch (webhooks.see(request.actor(), request.segment("webhook_id"))) {
          case WebhookGuard.Granted granted -> one(request, granted.webhook(), handler);
          case WebhookGuard.Refused(var why) -> request.refused(why, UNKNOWN);
        };
  }

  private Response one(
      PageRequest request, Webhook webhook, Function<AtWebhook, Response> handler) {
    if (webhook.organization().isEmpty() != isPlatform()) {
      return request.notFound(UNKNOWN);
    }
    Optional<Organization> home = webhook.organization().flatMap(directory::find);
    return handler.apply(new AtWebhook(new At(request, section(), home), webhook));
  }
}
