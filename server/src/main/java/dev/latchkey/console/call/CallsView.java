package dev.latchkey.console.call;

import dev.latchkey.console.call.CallFilter.Field;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Tab;
import dev.latchkey.console.table.LogFormat;
import dev.latchkey.console.table.Table;
import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.storage.call.CallBlocks;
import dev.latchkey.storage.call.CallWriters;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The request log as a page shows it, of one credential or of many.
 *
 * @param href the address of the page, without the filter
 * @param names what the credentials and people of the calls are called
 * @param gaps when calls may be missing, in the period of the chart
 */
public record CallsView(
    String href,
    CallFilter filter,
    CallBlocks.Found found,
    CallNames names,
    CallChart chart,
    Whose whose,
    List<CallWriters.Gap> gaps) {

  /** The filters that people use most. Each is only an address. */
  private enum Saved {
    ALL,
    REFUSED,
    FAILED,
    TOKENS;

    private Map<Field, String> fields() {
      return switch (this) {
        case ALL -> Map.of();
        case REFUSED -> Map.of(Field.OUTCOME, RecordedCall.Outcome.REFUSED.name());
        case FAILED -> Map.of(Field.OUTCOME, RecordedCall.Outcome.FAILED.name());
        case TOKENS -> Map.of(Field.KIND, RecordedCall.Kind.TOKEN.name());
      };
    }
  }

  /** {@code isOff}: whether the organization has turned the log off. */
  public record Whose(CallSearch.Of of, boolean isOff) {}

  private boolean isOfOne() {
    return whose.of instanceof CallSearch.Of.Credential;
  }

  /** Whether the calls can be of several people. */
  public boolean hasPeople() {
    return !(whose.of instanceof CallSearch.Of.Person);
  }

  public List<Tab> views() {
    CallFilter rest = filter.without(Field.OUTCOME).without(Field.KIND);
    return Stream.of(Saved.values())
        .map(view -> {
          CallFilter saved = rest.with(view.fields());
          return new Tab(
              "calls.view." + view, href + saved.query(), saved.fields().equals(filter.fields()));
        })
        .toList();
  }

  public List<CallRow> rows() {
    return found.calls().stream().map(call -> new CallRow(call, href, names, isOfOne())).toList();
  }

  public boolean isChosen(Field field, String value) {
    return filter.value(field).equals(value);
  }

  /** The reasons that the form offers. */
  public List<CallReason> reasons() {
    return Arrays.asList(CallReason.values());
  }

  public List<CallFilter.Range> ranges() {
    return List.of(CallFilter.Range.values());
  }

  public List<RecordedCall.Kind> kinds() {
    return List.of(RecordedCall.Kind.values());
  }

  /** The fields that are texts, which the form shows on request. */
  public List<Field> texts() {
    return Stream.of(Field.METHOD, Field.ROUTE, Field.CREDENTIAL, Field.ADDRESS, Field.TOKEN)
        .filter(field -> field != Field.CREDENTIAL || !isOfOne())
        .toList();
  }

  /** Whether a field is set that the form shows only on request. */
  public boolean hasMore() {
    return Stream.concat(texts().stream(), Stream.of(Field.KIND, Field.ORGANIZATION))
        .anyMatch(filter.fields()::containsKey);
  }

  public List<Table.Chip> chips(Page page) {
    return filter.set().stream()
        .filter(field -> field != Field.ORGANIZATION)
        .map(field ->
            new Table.Chip(
                page.say("calls.filter." + field),
                said(page, field),
                href + filter.without(field).query()))
        .toList();
  }

  private String said(Page page, Field field) {
    String value = filter.value(field);
    return switch (field) {
      case OUTCOME ->
          filter.outcome().map(outcome -> page.say("calls.outcome." + outcome)).orElse(value);
      case REASON -> filter.reason().map(why -> page.say("calls.reason." + why)).orElse(value);
      case KIND -> filter.kind().map(kind -> page.say("calls.kind." + kind)).orElse(value);
      case RANGE -> filter.range().map(range -> page.say("calls.range." + range)).orElse(value);
      case CREDENTIAL -> credential(value).orElse(value);
      case STATUS -> value.length() == 1 ? value + "xx" : value;
      case ORGANIZATION, METHOD, ROUTE, PERSON, ADDRESS, TOKEN, FROM, UNTIL -> value;
    };
  }

  /** Only calls that the reader may see say what a credential is called: an id is no secret. */
  private Optional<String> credential(String id) {
    return found.calls().stream()
        .map(call -> call.caller().client())
        .filter(new Id.Client(id)::equals)
        .findFirst()
        .flatMap(names::credential);
  }

  /** Where a page asks for the calls that are newer than its first one. */
  public Optional<String> following() {
    return filter.before().isEmpty()
            && filter.value(Field.FROM).isEmpty()
            && filter.value(Field.UNTIL).isEmpty()
        ? Optional.of(href + "/newer" + filter.query())
        : Optional.empty();
  }

  public String file(LogFormat format) {
    return href + format.path() + filter.query();
  }

  public String newest() {
    return href + filter.query();
  }

  public Optional<String> older() {
    return found.rest().map(place -> href + filter.queryBefore(place));
  }

  /** Until when a search went back that has read enough without filling the page. */
  public Optional<String> searchedTo(Page page) {
    return found.rest().filter(rest -> !found.isFull()).map(rest -> page.words().moment(rest.at()));
  }
}
