package dev.latchkey.console.review;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.OrganizationChoice;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewSchedule;
import dev.latchkey.review.ReviewActs;
import dev.latchkey.review.ScheduleReviews;
import dev.latchkey.review.StartReview;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The reviews of an organization. They are started and scheduled here. */
public record ReviewsPage(SectionGuard sections, ReviewActs acts) {
  private static final Rights.Act SEE = Rights.Act.SEE_REVIEWS_OF_ORGANIZATION;

  /** The data of the page. */
  public record View(
      Organization organization,
      OrganizationChoice choice,
      List<Review> reviews,
      Optional<ReviewSchedule> schedule,
      Instant now) {
    public String path() {
      return Section.REVIEWS.path();
    }

    public String href(Review review) {
      return path() + "/" + review.id().value();
    }

    public boolean isRunning() {
      return reviews.stream().anyMatch(Review::isRunning);
    }

    public int months() {
      return schedule.map(ReviewSchedule::months).orElse(0);
    }
  }

  /** These routes must come before those of one review. */
  public List<Route> routes(PageGuard guard) {
    var manage = Rights.Act.MANAGE_REVIEWS_OF_ORGANIZATION;
    return List.of(
        guard.in(sections, Effect.READ, "", sections.withOrganization(SEE, this::list)),
        guard.in(sections, Effect.CHANGE, "", sections.withOrganization(manage, this::start)),
        guard.in(
            sections,
            Effect.CHANGE,
            "/schedule",
            sections.withOrganization(manage, this::schedule)));
  }

  private Response list(OrganizationRequest at) {
    boolean isScheduled =
        at.request().query().value("done").filter("scheduled"::equals).isPresent();
    Page page = at.request().page();
    return list(at, isScheduled ? page.withNotice("reviews.scheduled") : page, 200);
  }

  private Response list(OrganizationRequest at, Page page, int status) {
    var home = at.organization();
    var view =
        new View(
            home,
            sections.choice(at, SEE),
            acts.reviews().of(home.id()),
            acts.tasks().schedule(home.id()),
            at.request().moment().at());
    return page.show(status, TEMPLATES.reviewList(page, view));
  }

  private Response start(OrganizationRequest at) {
    int days = ReviewPage.number(at.request().form().value("days").orElse(""));
    return switch (acts.start().by(at.request().actor(), at.organization().id(), days)) {
      case StartReview.Started(var review) ->
          at.request().seeOther(Section.REVIEWS.path() + "/" + review.id().value());
      case StartReview.NotStarted.DAYS_OUT_OF_RANGE ->
          list(at, at.request().page().withProblem("reviews.days-flaw", Review.MOST_DAYS), 400);
      case StartReview.NotStarted.LIMIT_REACHED ->
          list(at, at.request().page().withProblem("reviews.limit"), 409);
      case StartReview.Refused(var why) -> at.request().refused(why, "organization.unknown");
    };
  }

  private Response schedule(OrganizationRequest at) {
    int months = ReviewPage.number(at.request().form().value("months").orElse(""));
    return switch (acts.schedule().by(at.request().actor(), at.organization().id(), months)) {
      case ScheduleReviews.Scheduled _ ->
          at.request()
              .seeOther(
                  Section.REVIEWS.path()
                      + "?done=scheduled&organization="
                      + at.organization().id().value());
      case ScheduleReviews.Flawed.MONTHS_OUT_OF_RANGE ->
          list(
              at,
              at.request().page().withProblem("reviews.months-flaw", ReviewSchedule.MOST_MONTHS),
              400);
      case ScheduleReviews.Refused(var why) -> at.request().refused(why, "organization.unknown");
    };
  }
}
