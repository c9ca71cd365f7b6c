package dev.latchkey.review;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.model.review.ReviewItem.Decision;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.review.Reviews;
import java.util.Optional;

/**
 * Decides about one item of a review. What is ended is ended by the act that ends it everywhere
 * else, so the actor needs the right to that as well. Of two reviewers who decide at the same time,
 * the decision of one holds.
 */
public record DecideReviewItem(ReviewGuard guard, Reviews reviews, ReviewedAccess access) {
  public sealed interface Outcome permits Decided, NotDecided, Refused {}

  public record Decided(ReviewItem item) implements Outcome {}

  public enum NotDecided implements Outcome {
    NO_SUCH_ITEM,
    DECIDED_BEFORE,
    NOTE_TOO_LONG,
    /** It has as much access as when the review began. */
    NOT_NARROWED,
    /** The actor may not end this, such as the own access. */
    NOT_ALLOWED,
    /** It was changed at the same moment. */
    EDIT_CONFLICT
  }

  public record Refused(NoAccess why) implements Outcome {}

  public record Wanted(int number, Decision decision, String note) {}

  public Outcome by(Actor actor, String named, Wanted wanted) {
    return switch (guard.manage(actor, named)) {
      case ReviewGuard.Granted(var review, _) ->
          reviews
              .item(review.id(), wanted.number)
              .map(item -> decide(actor, review, item, wanted))
              .orElse(NotDecided.NO_SUCH_ITEM);
      case ReviewGuard.Refused(var why) -> new Refused(why);
    };
  }

  private Outcome decide(Actor actor, Review review, ReviewItem item, Wanted wanted) {
    if (!item.isOpen()) {
      return NotDecided.DECIDED_BEFORE;
    }
    if (wanted.note.length() > ReviewItem.MOST_NOTE_CHARS) {
      return NotDecided.NOTE_TOO_LONG;
    }
    Optional<NotDecided> why =
        switch (wanted.decision) {
          case KEPT -> Optional.empty();
          case NARROWED ->
              access.isNarrower(item) ? Optional.empty() : Optional.of(NotDecided.NOT_NARROWED);
          case ENDED -> end(actor, review, item);
        };
    if (why.isPresent()) {
      return why.get();
    }
    var verdict =
        new Reviews.Verdict(wanted.decision, ReviewGuard.name(actor), wanted.note.strip());
    return reviews.decide(review, item, verdict, actor)
        ? new Decided(reviews.item(review.id(), item.number()).orElseThrow())
        : NotDecided.DECIDED_BEFORE;
  }

  /** The item is claimed first, so that no one keeps what is being ended. */
  private Optional<NotDecided> end(Actor actor, Review review, ReviewItem item) {
    if (!reviews.claim(review, item, actor.moment())) {
      return Optional.of(NotDecided.DECIDED_BEFORE);
    }
    Optional<NotDecided> why = access.end(actor, item);
    if (why.isPresent()) {
      reviews.release(review, item, actor.moment());
    }
    return why;
  }
}
