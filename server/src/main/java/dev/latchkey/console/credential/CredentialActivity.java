package dev.latchkey.console.credential;

import dev.latchkey.console.alert.AlertLine;
import dev.latchkey.console.call.RecentCalls;
import dev.latchkey.console.chart.DailyChart;
import dev.latchkey.console.page.EditConflict;
import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.storage.OperationStores;
import dev.latchkey.storage.audit.AuditRecords;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The activity of a credential: its calls, the scopes that were used, and its entries in the audit
 * log.
 */
public record CredentialActivity(OperationStores stores) {
  /** A credential without calls for this long may no longer be needed. */
  public static final int IDLE_DAYS = 90;

  private static final int ENTRIES_SHOWN = 20;

  /**
   * A scope that the credential has or had, and the number of calls of the last days that needed
   * it.
   */
  public record ScopeUse(String name, long calls, boolean isGranted) {}

  /** What the first tab shows. {@code alerts}: those that are open. */
  public record Overview(
      Calls calls, RecentCalls recent, List<ScopeUse> scopes, List<AlertLine> alerts) {}

  /**
   * The calls of a credential. {@code isIdle}: whether it is old enough to have been used, and was
   * not used for {@link #IDLE_DAYS} days. {@code isYoung}: whether it was created in the days of
   * the chart.
   */
  public record Calls(
      Optional<RequestMoment> lastUse,
      CallsPerDay admitted,
      Map<CallRefusal, CallsPerDay> refused,
      boolean isIdle,
      boolean isYoung) {
    public Calls {
      refused = Map.copyOf(refused);
    }

    /** Whether the first call has not come yet, though it may come soon. */
    public boolean isAwaited() {
      return lastUse.isEmpty() && !isIdle;
    }

    public DailyChart chart() {
      return new DailyChart(admitted, refused.values());
    }

    /** Why calls were refused, the most frequent reason first. */
    public List<Reason> reasons() {
      return refused.entrySet().stream()
          .map(each -> new Reason(each.getKey(), each.getValue().total()))
          .sorted(Comparator.comparingLong(Reason::calls).reversed().thenComparing(Reason::why))
          .toList();
    }
  }

  /** The calls of the last days that were refused for this reason. */
  public record Reason(CallRefusal why, long calls) {}

  /** Entries of the audit log. {@code older}: the link to older entries. */
  public record History(List<ListedAuditEntry> lines, Optional<String> older) {}

  /**
   * The entry without the person, if it records that they denied consent. A person who denies an
   * app access does not want to become known to the owner of the app.
   */
  private static ListedAuditEntry withoutWhoDenied(ListedAuditEntry line) {
    return line.entry().event() == AuditEvent.CONSENT_DENIED ? line.withoutPerson() : line;
  }

  private static boolean isIdle(
      Credential credential, Optional<RequestMoment> lastUse, Instant now) {
    Instant since = now.minus(Duration.ofDays(IDLE_DAYS));
    return credential.createdAt().isBefore(since)
        && lastUse.map(RequestMoment::at).filter(since::isBefore).isEmpty();
  }

  /** How many granted scopes no call needed in all days of the chart, although there were calls. */
  public static long unused(List<ScopeUse> scopes, Calls calls) {
    return calls.admitted().total() == 0 || calls.isYoung()
        ? 0
        : scopes.stream().filter(ScopeUse::isGranted).filter(use -> use.calls() == 0).count();
  }

  Calls calls(CredentialRequest<? extends Credential> at) {
    Id.Client client = at.credential().clientId();
    CallsPerDay days =
        Optional.ofNullable(
                stores.usage().callsPerDay(List.of(client), at.moment().at()).get(client))
            .orElseThrow();
    var lastUse = Optional.ofNullable(stores.usage().lastUses(List.of(client)).get(client));
    return new Calls(
        lastUse,
        days,
        stores.dailyCalls().refused(client, at.moment().at()),
        isIdle(at.credential(), lastUse, at.moment().at()),
        isYoung(at.credential(), days));
  }

  private static boolean isYoung(Credential credential, CallsPerDay days) {
    Instant first = days.first().atStartOfDay(ZoneOffset.UTC).toInstant();
    return !credential.createdAt().isBefore(first);
  }

  List<ScopeUse> scopes(CredentialRequest<? extends Credential> at) {
    Credential credential = at.credential();
    Map<String, Long> used = stores.usage().scopesUsed(credential.clientId(), at.moment().at());
    return scopes(credential.scope(), used);
  }

  History history(CredentialRequest<? extends Credential> at) {
    AuditRecords.Found found =
        stores
            .auditRecords()
            .page(AuditSearch.of(at.credential().clientId(), position(at)), ENTRIES_SHOWN);
    List<ListedAuditEntry> shown =
        found.entries().stream().map(CredentialActivity::withoutWhoDenied).toList();
    return new History(
        shown,
        found
            .rest()
            .map(rest -> at.href(CredentialTab.ACTIVITY) + "?before=" + shown.getLast().number()));
  }

  Overview overview(CredentialRequest<? extends Credential> at) {
    List<AlertLine> open =
        stores.alerts().openOf(at.credential().clientId()).stream().map(AlertLine::new).toList();
    var recent = RecentCalls.of(stores.calls(), at.credential().clientId(), at.moment().at());
    return new Overview(calls(at), recent, scopes(at), open);
  }

  /**
   * Who saved the current settings, and when. Entries of refused changes may be in between, so some
   * more are read.
   */
  Optional<EditConflict.Saved> lastChange(CredentialRequest<? extends Credential> at) {
    var changes = AuditSearch.of(at.credential().clientId(), AuditEvent.CREDENTIAL_CHANGE);
    return stores.auditRecords().page(changes, ENTRIES_SHOWN).entries().stream()
        .filter(ListedAuditEntry::isDone)
        .findFirst()
        .flatMap(line ->
            line.names()
                .actor()
                .map(by -> new EditConflict.Saved(by.name(), line.entry().moment().at())));
  }

  /**
   * Where the page begins. The address contains the number of the last entry of the previous page.
   */
  private static AuditSearch.Position position(CredentialRequest<? extends Credential> at) {
    return at.request()
        .query()
        .value("before")
        .filter(text -> text.matches("[0-9]{1,18}"))
        .<AuditSearch.Position>map(text -> new AuditSearch.Position.After(Long.parseLong(text)))
        .orElseGet(AuditSearch.Position.Newest::new);
  }

  private static List<ScopeUse> scopes(Scopes granted, Map<String, Long> calls) {
    var names = new TreeSet<>(calls.keySet());
    names.addAll(granted.names());
    return names.stream()
        .map(name ->
            new ScopeUse(name, calls.getOrDefault(name, 0L), granted.names().contains(name)))
        .toList();
  }
}
