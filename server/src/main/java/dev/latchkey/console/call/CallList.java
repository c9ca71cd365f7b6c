package dev.latchkey.console.call;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.api.view.CallView;
import dev.latchkey.console.call.CallFilter.Field;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.table.LogFormat;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.call.CallBlocks;
import dev.latchkey.storage.call.CallStores;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.people.Directory;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Lists calls of the request log, shows one of them, and follows the newest. */
public record CallList(CallStores stores, Credentials credentials, Directory directory) {
  private static final int CALLS_SHOWN = 50;
  private static final int CALLS_READ = 1_000;
  private static final CallBlocks.Found NOTHING =
      new CallBlocks.Found(List.of(), Optional.empty(), true);

  public static CallList on(Stores stores) {
    return new CallList(
        stores.operation().calls(), stores.credentials().credentials(), stores.users().directory());
  }

  /**
   * A request for calls that the person may see. {@code href}: the address of the list. {@code of}:
   * whose calls they are.
   */
  public record Asked(PageRequest request, String href, CallSearch.Of of) {
    private boolean isOfOne() {
      return of instanceof CallSearch.Of.Credential;
    }
  }

  public CallsView view(Asked at) {
    CallFilter filter = CallFilter.in(at.request.query());
    Instant now = at.request.moment().at();
    CallChart.Period period = CallChart.Period.of(filter);
    var chart =
        new CallChart(at.href, filter, period, now, stores.hours().since(at.of, period.begin(now)));
    return new CallsView(
        at.href,
        filter,
        page(at, filter),
        names(at),
        chart,
        new CallsView.Whose(at.of, isOff(at.of)),
        stores.writers().gaps(period.begin(now)));
  }

  private boolean isOff(CallSearch.Of of) {
    return of instanceof CallSearch.Of.Organization(var organization)
        && !stores.logs().of(organization).isOn();
  }

  private CallNames names(Asked at) {
    return new CallNames(credentials, directory, at.request.user());
  }

  private CallBlocks.Found page(Asked at, CallFilter filter) {
    return search(at, filter)
        .map(search -> stores.blocks().page(search, filter.before(), CALLS_SHOWN))
        .orElse(NOTHING);
  }

  private Optional<CallSearch> search(Asked at, CallFilter filter) {
    return filter
        .filter(person(at.request.user(), filter.value(Field.PERSON)))
        .map(wanted -> new CallSearch(at.of, filter.period(at.request.moment().at()), wanted));
  }

  /** Someone whose name the reader does not see matches nothing, as if there was no such person. */
  private Optional<Id.Subject> person(User reader, String email) {
    return email.isEmpty()
        ? Optional.empty()
        : directory
            .findByEmail(email.toLowerCase(Locale.ROOT))
            .filter(id -> new CallNames(credentials, directory, reader).person(id).isPresent())
            .map(id -> id);
  }

  /** The calls that are newer than the first one of the page that the reader has open. */
  public Response newer(Asked at) {
    CallFilter filter = CallFilter.in(at.request.query());
    Optional<RecordedCall.Place> since =
        at.request.query().value("since").flatMap(CallFilter::place);
    CallNames names = names(at);
    List<CallRow> newer =
        page(at, filter).calls().stream()
            .filter(call -> since.filter(place -> call.place().compareTo(place) <= 0).isEmpty())
            .map(call -> new CallRow(call, at.href, names, at.isOfOne()))
            .toList();
    Page page = at.request.page();
    return newer.isEmpty()
        ? new Response(204, List.of(), Content.NONE)
        : page.show(200, TEMPLATES.callLines(page, newer));
  }

  /** One call as a page. A script shows its content beside the list. */
  public Optional<CallRow> find(Asked at, String id) {
    return stores
        .blocks()
        .find(at.of, id)
        .map(call -> new CallRow(call, at.href, names(at), at.isOfOne()));
  }

  /** All calls of the filter as a file. */
  public Response export(Asked at, LogFormat format) {
    CallFilter filter = CallFilter.in(at.request.query());
    return format.<RecordedCall.Place>download(
        "calls",
        CallView.class,
        before -> at.request.moment().during(() -> part(at, filter, before)));
  }

  private LogFormat.Part<RecordedCall.Place> part(
      Asked at, CallFilter filter, Optional<RecordedCall.Place> before) {
    CallBlocks.Found found =
        search(at, filter)
            .map(search -> stores.blocks().page(search, before, CALLS_READ))
            .orElse(NOTHING);
    return new LogFormat.Part<>(found.calls().stream().map(CallView::of).toList(), found.rest());
  }
}
