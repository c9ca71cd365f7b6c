package dev.latchkey.console.alert;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.alert.AlertGuard;
import dev.latchkey.alert.CloseAlert;
import dev.latchkey.alert.MuteAlert;
import dev.latchkey.alert.watch.AlertMail;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.alert.AlertRules;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.people.Directory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One alert: what it means, what to do, and the acts on it. The owner of the credential opens it
 * from a mail or from the start page, so it is in no section.
 */
public record AlertPage(
    AlertGuard guard,
    CloseAlert closeAlert,
    MuteAlert muteAlert,
    AlertRules rules,
    Credentials credentials,
    Directory directory) {
  private static final String PATH = AlertMail.PATH + "{alert_id}";
  private static final String UNKNOWN = "alerts.unknown";

  /** For how many days a person can mute it here. */
  public static final List<Integer> DAYS = List.of(1, 7, 30, 90, 365);

  /** The data of the page. {@code links}: to the pages where it is repaired, the first at best. */
  public record View(
      AlertLine line,
      Section section,
      String back,
      List<Link> links,
      Optional<String> organization,
      Optional<String> closedBy,
      Optional<Instant> mutedUntil) {
    public Alert alert() {
      return line.alert();
    }
  }

  public record Link(String label, String href) {}

  public List<Route> routes(PageGuard pages) {
    return List.of(
        pages.signedIn(Effect.READ, PATH, request -> found(request, alert -> show(request, alert))),
        pages.signedIn(Effect.CHANGE, PATH + "/close", this::close),
        pages.signedIn(Effect.CHANGE, PATH + "/mute", this::mute));
  }

  private Response found(PageRequest request, Function<Alert, Response> handler) {
    return switch (guard.see(request.actor(), request.segment("alert_id"))) {
      case AlertGuard.Granted(var alert) -> handler.apply(alert);
      case AlertGuard.Refused(var why) -> request.refused(why, UNKNOWN);
    };
  }

  private Response show(PageRequest request, Alert alert) {
    String done = request.query().value("done").orElse("");
    Page page =
        switch (done) {
          case "closed" -> request.page().withNotice("alerts.done.closed");
          case "muted" -> request.page().withNotice("alerts.done.muted");
          default -> request.page();
        };
    return show(request, page, alert, 200);
  }

  private Response show(PageRequest request, Page page, Alert alert, int status) {
    Optional<Organization> home = alert.organization().flatMap(directory::find);
    Section section = section(request, home);
    String back =
        section == Section.ALERTS
            ? section.path() + home.map(each -> "?organization=" + each.id().value()).orElse("")
            : section.path();
    var view =
        new View(
            new AlertLine(alert),
            section,
            back,
            links(request, alert),
            home.map(Organization::name),
            alert.closed().flatMap(Alert.Closed::by).flatMap(this::name),
            rules.mutedUntil(alert, request.moment().at()));
    return page.show(status, TEMPLATES.alertShow(page, view));
  }

  /** The owner of a credential who administers nothing comes from the start page. */
  private Section section(PageRequest request, Optional<Organization> home) {
    return home.map(where ->
            request.actor().may(Rights.Act.SEE_ALERTS_OF_ORGANIZATION, where)
                ? Section.ALERTS
                : Section.HOME)
        .orElse(Section.PLATFORM_ALERTS);
  }

  private Optional<String> name(Id.Subject who) {
    return switch (who) {
      case Id.User person -> directory.find(person).map(User::name);
      case Id.VirtualAdministrator _ -> Optional.empty();
    };
  }

  private List<Link> links(PageRequest request, Alert alert) {
    if (alert.kind() == AlertKind.APPROVAL_WAITING) {
      String query = alert.organization().map(id -> "?organization=" + id.value()).orElse("");
      return List.of(new Link("alerts.to-approvals", Section.APPROVALS.path() + query));
    }
    if (alert.kind() == AlertKind.WEBHOOK_FAILING) {
      Section section =
          alert.organization().isPresent() ? Section.WEBHOOKS : Section.PLATFORM_WEBHOOKS;
      return List.of(new Link("alerts.to-webhook", section.path() + "/" + alert.about().subject()));
    }
    return alert
        .about()
        .client()
        .flatMap(credentials::find)
        .flatMap(credential -> path(request, credential))
        .map(path ->
            List.of(
                new Link("alerts.to-calls", path + "/calls"),
                new Link("alerts.to-credential", path)))
        .orElse(List.of());
  }

  private Optional<String> path(PageRequest request, Credential credential) {
    boolean isOwn =
        credential instanceof Credential.Personal && request.actor().is(credential.owner());
    Optional<Section> section =
        isOwn
            ? Optional.of(Section.MY_ACCOUNT)
            : directory
                .find(credential.organization())
                .map(home -> Section.credentialsOf(home.kind()));
    return section.map(where -> where.path() + "/" + credential.clientId().value());
  }

  private Response close(PageRequest request) {
    String id = request.segment("alert_id");
    return switch (closeAlert.by(request.actor(), id)) {
      case CloseAlert.Written _ -> request.seeOther(AlertMail.PATH + id + "?done=closed");
      case CloseAlert.Refused(var why) -> request.refused(why, UNKNOWN);
    };
  }

  private Response mute(PageRequest request) {
    String id = request.segment("alert_id");
    String days = request.form().value("days").orElse("");
    return switch (muteAlert.by(request.actor(), id, number(days))) {
      case MuteAlert.Muted _ -> request.seeOther(AlertMail.PATH + id + "?done=muted");
      case MuteAlert.NotMuted.DAYS_OUT_OF_RANGE -> {
        Page page = request.page().withProblem("alerts.mute-flaw", Alert.MOST_MUTED_DAYS);
        yield found(request, alert -> show(request, page, alert, 400));
      }
      case MuteAlert.Refused(var why) -> request.refused(why, UNKNOWN);
    };
  }

  private static int number(String text) {
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
  }
}
