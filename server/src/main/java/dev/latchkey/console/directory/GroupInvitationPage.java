package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.api.view.PasswordLinkView;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.FlawedPerson;
import dev.latchkey.people.InvitePerson;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.Throttled;
import dev.latchkey.storage.people.Directory;
import java.util.List;
import java.util.Optional;

/**
 * Invites several people at once. The lines are checked and shown before anyone is invited. Each
 * person is invited for itself, so what is wrong with one line stops no other.
 */
public record GroupInvitationPage(
    SectionGuard sectionGuard,
    Directory directory,
    InvitePerson invitePerson,
    LinkDelivery delivery) {
  private static final String PATH = "/invite";

  /** {@code lines}: what was understood of the text; none before it was sent. */
  public record View(
      Section section,
      Organization organization,
      String text,
      List<InvitedLine> lines,
      FormErrors errors) {
    public View {
      lines = List.copyOf(lines);
    }

    public String href() {
      return section.path() + PATH;
    }

    public String list() {
      return section.path() + "?organization=" + organization.id().value();
    }

    /** How many people can be invited. */
    public long usable() {
      return lines.stream().filter(line -> line.problem().isEmpty()).count();
    }
  }

  /** What became of a line: an invitation, or the problem of the line. */
  public record Result(InvitedLine line, Optional<PasswordLinkView> link) {}

  /** These routes must come before those with a person's id in their path. */
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(sectionGuard, Effect.ASK, PATH, guarded(this::ask)),
        pageGuard.in(sectionGuard, Effect.CHANGE, PATH + "/check", guarded(this::check)),
        pageGuard.in(sectionGuard, Effect.SENSITIVE, PATH, guarded(this::invite)));
  }

  private SectionGuard.Handler guarded(SectionGuard.OrganizationHandler handler) {
    return sectionGuard.withOrganization(Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION, handler);
  }

  private Response ask(OrganizationRequest at) {
    return show(at, at.request().page(), view(at, List.of(), FormErrors.NONE));
  }

  private Response check(OrganizationRequest at) {
    return show(at, lines(at), FormErrors.NONE);
  }

  private Response show(OrganizationRequest at, List<InvitedLine> lines, FormErrors errors) {
    Page page = at.request().page();
    if (lines.isEmpty()) {
      var nothing = FormErrors.of(400, "lines", "invite-many.empty");
      return show(at, page, view(at, lines, nothing));
    }
    if (lines.size() > InvitedLine.MOST) {
      var tooMany = FormErrors.of(400, "lines", "invite-many.too-many");
      return show(at, page, view(at, List.of(), tooMany));
    }
    return show(at, page, view(at, lines, errors));
  }

  private static Response show(OrganizationRequest at, Page page, View view) {
    Page about = page.about(at.organization());
    return about.show(view.errors().status(), TEMPLATES.directoryInviteMany(about, view));
  }

  private View view(OrganizationRequest at, List<InvitedLine> lines, FormErrors errors) {
    return new View(sectionGuard.section(), at.organization(), text(at), lines, errors);
  }

  private static String text(OrganizationRequest at) {
    return at.request().form().value("lines").orElse("");
  }

  private List<InvitedLine> lines(OrganizationRequest at) {
    Organization home = at.organization();
    var known =
        new InvitedLine.Known(
            directory.teams(home.id()),
            Rights.grantable(at.request().user(), home),
            role -> at.request().page().say("role." + role));
    return InvitedLine.of(text(at), known);
  }

  private Response invite(OrganizationRequest at) {
    List<InvitedLine> lines = lines(at);
    Optional<FormErrors> errors = at.request().passwordErrors(Reauthentication.FIELD);
    if (errors.isPresent() || lines.isEmpty() || lines.size() > InvitedLine.MOST) {
      return show(at, lines, errors.orElse(FormErrors.NONE));
    }
    List<Result> results = lines.stream().map(line -> invite(at, line)).toList();
    Page page = at.request().page().about(at.organization());
    View view = view(at, lines, FormErrors.NONE);
    return page.show(200, TEMPLATES.directoryInvitedMany(page, view, results));
  }

  private Result invite(OrganizationRequest at, InvitedLine line) {
    if (line.problem().isPresent()) {
      return new Result(line, Optional.empty());
    }
    PageRequest request = at.request();
    return switch (invitePerson.by(request.actor(), at.organization().id(), line.wanted())) {
      case InvitePerson.Invited(var person, var link) ->
          new Result(
              line,
              Optional.of(delivery.deliver(request.actor(), request.baseUrl(), person, link)));
      case InvitePerson.Refused.ROLE_ABOVE_OWN -> missed(line, "people.above");
      case InvitePerson.Refused.EMAIL_TAKEN -> missed(line, "flaw.email-taken");
      case FlawedPerson flawed -> missed(line, InvitedLine.flaw(flawed));
      case Throttled _ -> missed(line, "invite-many.throttled");
      case NoAccess _ -> missed(line, "organization.unknown");
    };
  }

  private static Result missed(InvitedLine line, String why) {
    return new Result(line.with(why), Optional.empty());
  }
}
