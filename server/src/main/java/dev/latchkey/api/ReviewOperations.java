package dev.latchkey.api;

import static dev.latchkey.api.ApiCall.get;
import static dev.latchkey.api.ApiCall.patch;
import static dev.latchkey.api.ApiCall.post;
import static dev.latchkey.api.ApiField.text;

import dev.latchkey.api.view.Answers;

/** The calls about reviews of access. */
final class ReviewOperations {
  static final ApiCall LIST_REVIEWS =
      get("reviews", "/reviews")
          .with(text("org_id"))
          .lists("reviews", Noun.REVIEW, Answers.Whole.class);

  static final ApiCall START_REVIEW =
      post("reviews", "/reviews")
          .with(text("org_id"))
          .with(ApiBody.NEW_REVIEW)
          .creates(Noun.REVIEW);

  static final ApiCall GET_REVIEW = get("reviews", "/reviews/{review_id}").shows(Noun.REVIEW);

  static final ApiCall LIST_REVIEW_ITEMS =
      get("reviews", "/reviews/{review_id}/items")
          .follows("items", Noun.REVIEW_ITEM, Answers.Following.class, ApiQuery.MAX_LIMIT);

  static final ApiCall DECIDE_REVIEW_ITEM =
      post("reviews", "/reviews/{review_id}/items/{number}/decide")
          .with(ApiBody.REVIEW_DECISION)
          .shows(Noun.REVIEW_ITEM);

  static final ApiCall COMPLETE_REVIEW =
      post("reviews", "/reviews/{review_id}/complete").shows(Noun.REVIEW);

  static final ApiCall GET_REVIEW_REPORT =
      get("reviews", "/reviews/{review_id}/report").shows(Noun.REVIEW_REPORT);

  static final ApiCall GET_REVIEW_SCHEDULE =
      get("reviews", "/review-schedule").with(text("org_id")).shows(Noun.REVIEW_SCHEDULE);

  static final ApiCall CHANGE_REVIEW_SCHEDULE =
      patch("reviews", "/review-schedule")
          .with(text("org_id"))
          .with(ApiBody.NEW_REVIEW_SCHEDULE)
          .shows(Noun.REVIEW_SCHEDULE);

  private ReviewOperations() {}
}
