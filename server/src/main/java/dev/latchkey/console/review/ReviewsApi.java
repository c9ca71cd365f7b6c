package dev.latchkey.console.review;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.ReviewView;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.model.review.ReviewItem.Decision;
import dev.latchkey.model.review.ReviewSchedule;
import dev.latchkey.review.CompleteReview;
import dev.latchkey.review.DecideReviewItem;
import dev.latchkey.review.ReportFile;
import dev.latchkey.review.ReviewActs;
import dev.latchkey.review.ReviewGuard;
import dev.latchkey.review.ScheduleReviews;
import dev.latchkey.review.StartReview;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The calls of the management API about reviews of access. */
public record ReviewsApi(OrganizationApiGuard organizationGuard, ReviewActs acts) {
  private static final String ID = "review_id";
  private static final Rights.Act SEE = Rights.Act.SEE_REVIEWS_OF_ORGANIZATION;

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_REVIEWS, this::list),
        guard.route(
            Operation.START_REVIEW,
            request -> request.withFields(fields -> start(request, fields))),
        guard.route(Operation.GET_REVIEW, request -> found(request, ReviewsApi::shown)),
        guard.route(
            Operation.LIST_REVIEW_ITEMS,
            request -> found(request, review -> items(request, review))),
        guard.route(
            Operation.DECIDE_REVIEW_ITEM,
            request -> request.withFields(fields -> decide(request, fields))),
        guard.route(Operation.COMPLETE_REVIEW, this::complete),
        guard.route(Operation.GET_REVIEW_REPORT, request -> found(request, this::report)),
        guard.route(Operation.GET_REVIEW_SCHEDULE, this::showSchedule),
        guard.route(
            Operation.CHANGE_REVIEW_SCHEDULE,
            request -> request.withFields(fields -> schedule(request, fields))));
  }

  private Response list(ApiRequest request) {
    return organizationGuard.in(
        request,
        SEE,
        home -> {
          List<ReviewView> found =
              acts.reviews().of(home.id()).stream().map(ReviewView::of).toList();
          return ApiAnswer.list("reviews", found, new Answers.Whole(found.size()));
        });
  }

  private Response found(ApiRequest request, Function<Review, Response> handler) {
    return switch (acts.guard().see(request.actor(), request.segment(ID))) {
      case ReviewGuard.Granted(var review, _) -> handler.apply(review);
      case ReviewGuard.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private static Response shown(Review review) {
    return ApiAnswer.of(200, ReviewView.of(review));
  }

  private Response start(ApiRequest request, ApiFields fields) {
    int days = fields.number("days").orElse(Review.USUAL_DAYS);
    return switch (acts.start().by(request.actor(), OrganizationApiGuard.named(request), days)) {
      case StartReview.Started(var review) -> ApiAnswer.of(201, ReviewView.of(review));
      case StartReview.NotStarted.DAYS_OUT_OF_RANGE ->
          flawed("days", "It must be from 1 to %d.".formatted(Review.MOST_DAYS));
      case StartReview.NotStarted.LIMIT_REACHED ->
          ApiAnswer.conflict(
              "limit_reached", "A review is running already, or there are too many.");
      case StartReview.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private Response items(ApiRequest request, Review review) {
    var query = request.query();
    int limit = query.limit();
    Optional<String> cursor = query.value("cursor");
    int after = ReviewPage.number(cursor.orElse("0"));
    if (after < 0) {
      query.refuse("cursor", "It must be the next_cursor of the answer before.");
    }
    return query.answer(() -> {
      List<ReviewItem> found = acts.reviews().items(review.id(), false, after, limit + 1);
      List<ReviewItem> shown = found.subList(0, Math.min(limit, found.size()));
      Optional<String> next =
          found.size() > limit
              ? Optional.of(String.valueOf(shown.getLast().number()))
              : Optional.empty();
      return ApiAnswer.list(
          "items", shown.stream().map(ReviewView.Item::of).toList(), new Answers.Following(next));
    });
  }

  private Response decide(ApiRequest request, ApiFields fields) {
    Optional<Decision> decision =
        Arrays.stream(Decision.values())
            .filter(each -> fields.text("decision").filter(ViewJson.code(each)::equals).isPresent())
            .findFirst();
    if (decision.isEmpty()) {
      return flawed("decision", "It must be one of kept, narrowed, ended.");
    }
    var wanted =
        new DecideReviewItem.Wanted(
            ReviewPage.number(request.segment("number")),
            decision.get(),
            fields.text("note").orElse(""));
    return switch (acts.decide().by(request.actor(), request.segment(ID), wanted)) {
      case DecideReviewItem.Decided(var item) -> ApiAnswer.of(200, ReviewView.Item.of(item));
      case DecideReviewItem.NotDecided.NO_SUCH_ITEM -> ApiAnswer.notFound();
      case DecideReviewItem.NotDecided.DECIDED_BEFORE ->
          ApiAnswer.conflict("decided_before", "This was decided before.");
      case DecideReviewItem.NotDecided.NOTE_TOO_LONG ->
          flawed("note", "It may have %d characters.".formatted(ReviewItem.MOST_NOTE_CHARS));
      case DecideReviewItem.NotDecided.NOT_NARROWED ->
          ApiAnswer.conflict(
              "not_narrowed", "It has as much access as when the review began. Narrow it first.");
      case DecideReviewItem.NotDecided.NOT_ALLOWED ->
          ApiAnswer.forbidden("The caller may not end this access.");
      case DecideReviewItem.NotDecided.EDIT_CONFLICT -> ApiAnswer.changedBefore();
      case DecideReviewItem.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private Response complete(ApiRequest request) {
    return switch (acts.complete().by(request.actor(), request.segment(ID))) {
      case CompleteReview.Completed(var review) -> shown(review);
      case CompleteReview.NotCompleted.NOT_DECIDED ->
          ApiAnswer.conflict("not_decided", "Decide about everything first.");
      case CompleteReview.NotCompleted.COMPLETED_BEFORE ->
          ApiAnswer.conflict("completed_before", "The review was completed before.");
      case CompleteReview.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private Response report(Review review) {
    return acts.tasks()
        .report(review.id())
        .filter(report -> report.isSigned())
        .map(report ->
            Response.json(200, new ReportFile(report).json().getBytes(StandardCharsets.UTF_8)))
        .orElseGet(ApiAnswer::notFound);
  }

  private Response showSchedule(ApiRequest request) {
    return organizationGuard.in(
        request,
        SEE,
        home -> ApiAnswer.of(200, ReviewView.Schedule.of(acts.tasks().schedule(home.id()))));
  }

  private Response schedule(ApiRequest request, ApiFields fields) {
    int months = fields.number("months").orElse(-1);
    return switch (acts.schedule()
        .by(request.actor(), OrganizationApiGuard.named(request), months)) {
      case ScheduleReviews.Scheduled(var schedule) ->
          ApiAnswer.of(200, ReviewView.Schedule.of(schedule));
      case ScheduleReviews.Flawed.MONTHS_OUT_OF_RANGE ->
          flawed("months", "It must be from 0 to %d.".formatted(ReviewSchedule.MOST_MONTHS));
      case ScheduleReviews.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private static Response flawed(String field, String description) {
    return ApiAnswer.flawed(400, List.of(new ApiError(field, description)));
  }
}
