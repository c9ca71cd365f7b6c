package dev.latchkey.console.review;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
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
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.model.review.ReviewItem.Decision;
import dev.latchkey.review.CompleteReview;
import dev.latchkey.review.DecideReviewItem;
import dev.latchkey.review.ReportFile;
import dev.latchkey.review.ReviewActs;
import dev.latchkey.review.ReviewGuard;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** One review: what it lists, the decision about each, and its report. */
public record ReviewPage(SectionGuard sections, ReviewActs acts) {
  private static final String ONE = "/{review_id}";
  private static final String ITEM = ONE + "/items/{number}";
  private static final String UNKNOWN = "reviews.unknown";
  private static final int SHOWN = 100;

  /** The data of the page. {@code found}: one item more than is shown, if there are more. */
  public record View(
      Review review,
      Organization organization,
      List<ReviewItem> found,
      boolean isOpen,
      Instant now) {
    public String href() {
      return Section.REVIEWS.path() + "/" + review.id().value();
    }

    public String href(ReviewItem item) {
      return href() + "/items/" + item.number();
    }

    public String back() {
      return Section.REVIEWS.path() + "?organization=" + organization.id().value();
    }

    public List<ReviewItem> items() {
      return found.stream().limit(SHOWN).toList();
    }

    public Optional<String> next() {
      return found.size() > SHOWN
          ? Optional.of(
              href() + (isOpen ? "?open=yes&" : "?") + "after=" + items().getLast().number())
          : Optional.empty();
    }
  }

  /** The data of the page of one item. {@code where}: the page on which its access is narrowed. */
  public record ItemView(
      Review review,
      Organization organization,
      ReviewItem item,
      String note,
      Optional<String> where,
      FormErrors errors) {
    public String back() {
      return Section.REVIEWS.path() + "/" + review.id().value();
    }

    public String href() {
      return back() + "/items/" + item.number();
    }
  }

  private record At(PageRequest request, Review review, Organization home) {
    Page page() {
      return request.page().about(home);
    }
  }

  public List<Route> routes(PageGuard guard) {
    return List.of(
        guard.in(sections, Effect.READ, ONE, request -> found(request, this::show)),
        guard.in(
            sections,
            Effect.READ,
            ONE + "/report.json",
            request -> found(request, (at, _) -> report(at, true))),
        guard.in(
            sections,
            Effect.READ,
            ONE + "/report.html",
            request -> found(request, (at, _) -> report(at, false))),
        guard.in(sections, Effect.READ, ITEM, request -> found(request, this::showItem)),
        guard.in(sections, Effect.SENSITIVE, ITEM, request -> found(request, this::decide)),
        guard.in(sections, Effect.CHANGE, ONE + "/complete", this::complete));
  }

  private Response found(PageRequest request, BiFunction<At, PageRequest, Response> handler) {
    return switch (acts.guard().see(request.actor(), request.segment("review_id"))) {
      case ReviewGuard.Granted(var review, var home) ->
          handler.apply(new At(request, review, home), request);
      case ReviewGuard.Refused(var why) -> request.refused(why, UNKNOWN);
    };
  }

  private Response show(At at, PageRequest request) {
    Page page =
        switch (request.query().value("done").orElse("")) {
          case "decided" -> at.page().withNotice("reviews.decided");
          case "completed" -> at.page().withNotice("reviews.completed");
          default -> at.page();
        };
    return show(at, page, 200);
  }

  private Response show(At at, Page page, int status) {
    boolean isOpen = at.request.query().value("open").isPresent();
    int after = number(at.request.query().value("after").orElse("0"));
    List<ReviewItem> items =
        acts.reviews().items(at.review.id(), isOpen, Math.max(0, after), SHOWN + 1);
    var view = new View(at.review, at.home, items, isOpen, at.request.moment().at());
    return page.show(status, TEMPLATES.reviewShow(page, view));
  }

  private Response report(At at, boolean isJson) {
    return acts.tasks()
        .report(at.review.id())
        .filter(report -> report.isSigned())
        .map(ReportFile::new)
        .map(file ->
            isJson
                ? Response.json(200, file.json().getBytes(StandardCharsets.UTF_8))
                    .with("Content-Disposition", "attachment; filename=\"access-review.json\"")
                : Response.html(200, file.html())
                    .with("Content-Disposition", "attachment; filename=\"access-review.html\""))
        .orElseGet(() -> at.request.problem(409, "not_signed", "reviews.no-report"));
  }

  private Response showItem(At at, PageRequest request) {
    return showItem(at, "", FormErrors.NONE, at.page());
  }

  private Response showItem(At at, String note, FormErrors errors, Page page) {
    return acts.reviews()
        .item(at.review.id(), number(at.request.segment("number")))
        .map(item ->
            page.show(
                errors.status(),
                TEMPLATES.reviewItem(
                    page, new ItemView(at.review, at.home, item, note, where(at, item), errors))))
        .orElseGet(() -> at.request.notFound(UNKNOWN));
  }

  private static Optional<String> where(At at, ReviewItem item) {
    return switch (item.kind()) {
      case PERSON -> Optional.of(Section.peopleOf(at.home.kind()).path() + "/" + item.subject());
      case TOKEN ->
          item.client()
              .map(client ->
                  Section.credentialsOf(at.home.kind()).path()
                      + "/"
                      + client.value()
                      + "/settings");
      case GRANT -> Optional.empty();
    };
  }

  private Response decide(At at, PageRequest request) {
    String note = request.form().value("note").orElse("");
    Optional<FormErrors> password = request.passwordErrors(Reauthentication.FIELD);
    if (password.isPresent()) {
      return showItem(at, note, password.get(), at.page());
    }
    String sent = request.form().value("decision").orElse("");
    Optional<Decision> decision =
        Arrays.stream(Decision.values()).filter(each -> each.name().equals(sent)).findFirst();
    if (decision.isEmpty()) {
      return refuse(at, note, 400, "reviews.undecided");
    }
    var wanted =
        new DecideReviewItem.Wanted(number(request.segment("number")), decision.get(), note);
    return switch (acts.decide().by(request.actor(), at.review.id().value(), wanted)) {
      case DecideReviewItem.Decided _ ->
          request.seeOther(
              Section.REVIEWS.path() + "/" + at.review.id().value() + "?open=yes&done=decided");
      case DecideReviewItem.NotDecided.NO_SUCH_ITEM -> request.notFound(UNKNOWN);
      case DecideReviewItem.NotDecided.DECIDED_BEFORE ->
          refuse(at, note, 409, "reviews.decided-before");
      case DecideReviewItem.NotDecided.NOTE_TOO_LONG -> refuse(at, note, 400, "reviews.note-flaw");
      case DecideReviewItem.NotDecided.NOT_NARROWED ->
          refuse(at, note, 409, "reviews.not-narrowed");
      case DecideReviewItem.NotDecided.NOT_ALLOWED -> refuse(at, note, 403, "reviews.not-allowed");
      case DecideReviewItem.NotDecided.EDIT_CONFLICT -> refuse(at, note, 409, "reviews.conflict");
      case DecideReviewItem.Refused(var why) -> request.refused(why, UNKNOWN);
    };
  }

  private Response refuse(At at, String note, int status, String problem) {
    return showItem(at, note, FormErrors.of(status), at.page().withProblem(problem));
  }

  private Response complete(PageRequest request) {
    String id = request.segment("review_id");
    return switch (acts.complete().by(request.actor(), id)) {
      case CompleteReview.Completed _ ->
          request.seeOther(Section.REVIEWS.path() + "/" + id + "?done=completed");
      case CompleteReview.NotCompleted.NOT_DECIDED ->
          found(
              request, (at, _) -> show(at, at.page().withProblem("reviews.not-all-decided"), 409));
      case CompleteReview.NotCompleted.COMPLETED_BEFORE ->
          found(
              request, (at, _) -> show(at, at.page().withProblem("reviews.completed-before"), 409));
      case CompleteReview.Refused(var why) -> request.refused(why, UNKNOWN);
    };
  }

  /** -1 for what is no number. */
  static int number(String text) {
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
  }
}
