package dev.latchkey.console.call;

import dev.latchkey.console.call.CallFilter.Field;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.reference.ReferenceCallPage;
import dev.latchkey.model.call.RecordedCall;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One call as a page shows it. {@code list}: the address of the list that it is in. */
public record CallRow(RecordedCall call, String list, CallNames names, boolean isOfOne) {
  /** A longer path was cut. */
  private static final int MOST_PATH = 300;

  /** The address of the call, which stays the same. */
  public String href() {
    return list + "/" + URLEncoder.encode(call.id(), StandardCharsets.UTF_8);
  }

  public String place() {
    return CallFilter.written(call.place());
  }

  public RecordedCall.Outcome outcome() {
    return call.outcome();
  }

  /** The kind of the badge with the status. */
  public String badge() {
    return switch (call.outcome()) {
      case ADMITTED -> call.decision().status() >= 400 ? "warn" : "ok";
      case REFUSED -> "warn";
      case FAILED -> "bad";
    };
  }

  public String status(Page page) {
    int status = call.decision().status();
    return status == 0 ? page.say("calls.no-status") : String.valueOf(status);
  }

  /** Why the call did not get what it wanted, in one line. */
  public Optional<String> why(Page page) {
    RecordedCall.Decision decision = call.decision();
    return decision
        .reason()
        .map(reason ->
            decision.missing().isEmpty()
                ? page.say("calls.reason." + reason)
                : page.say("calls.lacks", decision.missing()))
        .or(() ->
            decision.status() >= 400
                ? Optional.of(page.say("calls.of-service"))
                : Optional.empty());
  }

  /** What its developer can do. */
  public Optional<String> repair(Page page) {
    RecordedCall.Decision decision = call.decision();
    return decision
        .reason()
        .map(reason ->
            page.say(
                "calls.repair." + reason,
                decision.missing(),
                decision.granted().isEmpty() ? "–" : decision.granted()));
  }

  public Optional<String> credential() {
    return isOfOne ? Optional.empty() : names.credential(call.caller().client());
  }

  public Optional<String> person() {
    return call.caller().subject().flatMap(names::person);
  }

  /** The app and the person of the call, as far as a list of many shows them. */
  public String whose() {
    return Stream.concat(credential().stream(), person().stream())
        .collect(Collectors.joining(" · "));
  }

  /** The form that makes a read again. A path that is masked or cut is not that of the call. */
  public Optional<String> again() {
    RecordedCall.Asked asked = call.asked();
    boolean isRead = asked.method().equals("GET") || asked.method().equals("HEAD");
    boolean isWhole =
        asked.path().length() < MOST_PATH
            && Stream.of("{", "*", "…").noneMatch(asked.path()::contains);
    return isRead && isWhole && !asked.route().isEmpty()
        ? Optional.of(ReferenceCallPage.again(asked.path()))
        : Optional.empty();
  }

  /** A link to more calls. {@code label}: the key of its text. */
  public record Link(String label, String href) {}

  /** Lists of calls that have something in common with this one. */
  public List<Link> links() {
    return Stream.of(
            link("calls.all.ADDRESS", Field.ADDRESS, call.origin().address()),
            link("calls.all.TOKEN", Field.TOKEN, call.caller().ending()),
            link("calls.all.ROUTE", Field.ROUTE, call.asked().route()),
            link(
                "calls.all.REASON",
                Field.REASON,
                call.decision().reason().map(Enum::name).orElse("")))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Link> link(String label, Field field, String value) {
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Link(label, list + new CallFilter(Map.of(field, value), Optional.empty()).query()));
  }

  public String took() {
    return millis(call.cost().total());
  }

  public Optional<String> service() {
    return call.cost().service().map(CallRow::millis);
  }

  private static String millis(Duration time) {
    double millis = time.toNanos() / 1e6;
    return millis < 10
        ? String.format(Locale.ROOT, "%.1f ms", millis)
        : String.format(Locale.ROOT, "%,.0f ms", millis);
  }
}
