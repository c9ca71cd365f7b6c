package dev.latchkey.review;

import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewSchedule;
import dev.latchkey.storage.people.Administrators;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.review.ReviewTasks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What the server does about reviews by itself. */
public record ReviewDuties(
    ReviewActs acts,
    Directory directory,
    Administrators administrators,
    Supplier<Optional<Mailer>> mailer,
    Supplier<String> baseUrl) {
  /** The path of the page of a review, before its id. */
  public static final String PATH = "/reviews/";

  /** Starts the reviews whose time has come. One that cannot start now starts the next time. */
  public void startDue(RequestMoment now) {
    for (ReviewTasks.Due due : acts.tasks().due(now.at())) {
      Instant next = ReviewSchedule.after(now.at(), due.schedule().months()).nextAt();
      if (acts.tasks().advance(due, next, now)) {
        var _ = acts.start().by(new Actor.Server(now), due.organization(), Review.USUAL_DAYS);
      }
    }
  }

  /** Sends one mail for each review that is due soon. */
  public void remind(RequestMoment now) {
    for (Review review : acts.tasks().toRemind(now.at().plus(Review.REMINDER))) {
      if (acts.tasks().markReminded(review, now)) {
        directory.find(review.organization()).ifPresent(home -> remind(review, home, now));
      }
    }
  }

  private void remind(Review review, Organization home, RequestMoment now) {
    MailInEveryLanguage.of(home.id(), mailer.get())
        .send(
            administrators.of(home),
            "review-mail.subject",
            "review-mail.text",
            now.at(),
            words ->
                List.of(
                    home.name(),
                    String.valueOf(review.items() - review.decided()),
                    words.day(review.dueAt()),
                    baseUrl.get() + PATH + review.id().value()));
  }
}
