package dev.latchkey.cli.people;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.ReviewView;
import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.OrganizationOption;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.model.review.ReviewItem.Decision;
import dev.latchkey.model.review.ReviewReport;
import dev.latchkey.review.CompleteReview;
import dev.latchkey.review.DecideReviewItem;
import dev.latchkey.review.ReportFile;
import dev.latchkey.review.ScheduleReviews;
import dev.latchkey.review.StartReview;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "review",
    mixinStandardHelpOptions = true,
    description = "Review who and what has access in an organization.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = ReviewVerifyCommand.class)
public final class ReviewCommand {
  /** The review that a command is about. */
  static final class Which {
    @Option(
        names = "--id",
        required = true,
        paramLabel = "ID",
        description = "The review, by the review_id of the list.")
    private String id = "";

    Review find(Installation installation) {
      return Id.REVIEW
          .parse(id)
          .flatMap(installation.reviewActs().reviews()::find)
          .orElseThrow(() ->
              new ConfigFault("there is no review " + id + ". To list them: latchkey review list"));
    }
  }

  /** What is decided about which. */
  static final class DecisionOptions {
    @Option(
        names = "--number",
        required = true,
        paramLabel = "N",
        description = "Which, by its number in the list.")
    private int number;

    @Option(
        names = "--decision",
        required = true,
        paramLabel = "DECISION",
        description = "One of ${COMPLETION-CANDIDATES}.")
    private Decision decision = Decision.KEPT;

    @Option(names = "--note", paramLabel = "TEXT", description = "Why.")
    private String note = "";

    DecideReviewItem.Wanted wanted() {
      return new DecideReviewItem.Wanted(number, decision, note);
    }
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List the reviews of an organization, the newest first.",
      footer = "  latchkey review list --organization Acme")
  int list(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin OrganizationOption where) {
    try (Installation installation = store.open()) {
      List<ObjectNode> rows =
          installation.reviewActs().reviews().of(where.find(installation).id()).stream()
              .map(ReviewView::of)
              .map(ViewJson::of)
              .toList();
      result.printList(
          Listing.all("reviews", rows),
          List.of("review_id", "state", "decided", "items", "started_at", "due_at"));
      return 0;
    }
  }

  @Command(
      name = "start",
      mixinStandardHelpOptions = true,
      description = "Start a review of who and what has access now.",
      footer = "  latchkey review start --organization Acme --days 30")
  int start(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin OrganizationOption where,
      @Option(
              names = "--days",
              paramLabel = "N",
              description = "In how many days it is due (default: ${DEFAULT-VALUE}).",
              defaultValue = "30")
          int days) {
    try (Installation installation = store.open()) {
      var in = where.find(installation).id();
      return switch (installation.reviewActs().start().by(installation.operator(), in, days)) {
        case StartReview.Started(var review) -> {
          result.printDone(
              ViewJson.of(ReviewView.of(review)),
              review.id().value() + " lists " + review.items() + " to decide about");
          yield 0;
        }
        case StartReview.NotStarted.DAYS_OUT_OF_RANGE ->
            throw new ConfigFault("--days must be from 1 to " + Review.MOST_DAYS);
        case StartReview.NotStarted.LIMIT_REACHED ->
            throw new ConfigFault("a review is running already, or there are too many");
        case StartReview.Refused _ -> throw new IllegalStateException("an operator may do this");
      };
    }
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "List what a review lists, and what was decided about it.",
      footer = "  latchkey review show --id review_…")
  int show(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin Which which) {
    try (Installation installation = store.open()) {
      var review = which.find(installation);
      List<ObjectNode> rows =
          installation
              .reviewActs()
              .reviews()
              .items(review.id(), false, 0, Review.MOST_ITEMS)
              .stream()
              .map(ReviewView.Item::of)
              .map(ViewJson::of)
              .toList();
      result.printList(
          Listing.all("items", rows),
          List.of("number", "kind", "name", "about", "last_used_at", "decision"));
      return 0;
    }
  }

  @Command(
      name = "decide",
      mixinStandardHelpOptions = true,
      description = "Keep, note as narrowed, or end what a review lists.",
      footer = "  latchkey review decide --id review_… --number 3 --decision ended")
  int decide(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin Which which,
      @Mixin DecisionOptions options) {
    try (Installation installation = store.open()) {
      return switch (installation
          .reviewActs()
          .decide()
          .by(installation.operator(), which.find(installation).id().value(), options.wanted())) {
        case DecideReviewItem.Decided(var item) -> {
          result.printDone(ViewJson.of(ReviewView.Item.of(item)), item.name() + " is decided");
          yield 0;
        }
        case DecideReviewItem.NotDecided why -> throw new ConfigFault(sentence(why));
        case DecideReviewItem.Refused _ ->
            throw new IllegalStateException("an operator may do this");
      };
    }
  }

  private static String sentence(DecideReviewItem.NotDecided why) {
    return switch (why) {
      case NO_SUCH_ITEM -> "the review has no such number";
      case DECIDED_BEFORE -> "this was decided before";
      case NOTE_TOO_LONG -> "--note may have " + ReviewItem.MOST_NOTE_CHARS + " characters";
      case NOT_NARROWED -> "it has as much access as when the review began: narrow it first";
      case NOT_ALLOWED ->
          "this access cannot be ended, such as that of the last super administrator";
      case EDIT_CONFLICT -> "it was changed at the same moment: try again";
    };
  }

  @Command(
      name = "complete",
      mixinStandardHelpOptions = true,
      description = {
        "Complete a review of which everything is decided.",
        "The server signs the report within a minute."
      },
      footer = "  latchkey review complete --id review_…")
  int complete(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin Which which) {
    try (Installation installation = store.open()) {
      return switch (installation
          .reviewActs()
          .complete()
          .by(installation.operator(), which.find(installation).id().value())) {
        case CompleteReview.Completed(var review) -> {
          result.printDone(
              ViewJson.of(ReviewView.of(review)), review.id().value() + " is completed");
          yield 0;
        }
        case CompleteReview.NotCompleted.NOT_DECIDED ->
            throw new ConfigFault("not everything is decided");
        case CompleteReview.NotCompleted.COMPLETED_BEFORE ->
            throw new ConfigFault("the review was completed before");
        case CompleteReview.Refused _ -> throw new IllegalStateException("an operator may do this");
      };
    }
  }

  @Command(
      name = "schedule",
      mixinStandardHelpOptions = true,
      description = "Let a review start every so many months, or none.",
      footer = "  latchkey review schedule --organization Acme --months 3")
  int schedule(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin OrganizationOption where,
      @Option(
              names = "--months",
              required = true,
              paramLabel = "N",
              description = "Every how many months; 0 for none.")
          int months) {
    try (Installation installation = store.open()) {
      var in = where.find(installation).id();
      return switch (installation.reviewActs().schedule().by(installation.operator(), in, months)) {
        case ScheduleReviews.Scheduled(var schedule) -> {
          result.printDone(
              ViewJson.of(ReviewView.Schedule.of(schedule)), "the schedule is changed");
          yield 0;
        }
        case ScheduleReviews.Flawed _ -> throw new ConfigFault("--months is out of range");
        case ScheduleReviews.Refused _ ->
            throw new IllegalStateException("an operator may do this");
      };
    }
  }

  @Command(
      name = "report",
      mixinStandardHelpOptions = true,
      description = {
        "Write the signed report of a completed review to a new file: a page if its name ends in",
        ".html, otherwise JSON."
      },
      footer = "  latchkey review report access-review.html --id review_…")
  int report(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin Which which,
      @Parameters(paramLabel = "FILE", description = "The new file.") Path file) {
    Path fresh = FileArguments.fresh(file);
    try (Installation installation = store.open()) {
      var written =
          installation
              .reviewActs()
              .tasks()
              .report(which.find(installation).id())
              .filter(ReviewReport::isSigned)
              .map(ReportFile::new)
              .orElseThrow(() -> new ConfigFault("there is no signed report yet"));
      Files.writeString(
          fresh, fresh.toString().endsWith(".html") ? written.html() : written.json());
      result.printDone(Json.object().put("file", fresh.toString()), "The report is in " + fresh);
      return 0;
    } catch (IOException cause) {
      throw new ConfigFault("cannot write " + fresh + ": " + cause.getMessage());
    }
  }
}
