package dev.latchkey.storage.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.audit.AuditSearch.Position;
import dev.latchkey.storage.PlannedStatements;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every combination of the filters of the audit log is read from an index in the order of the page,
 * without a scan of the table, and without sorting.
 */
class AuditIndexesTest extends PlannedStatements {
  private static final List<Set<AuditEvent>> EVENTS =
      List.of(
          Set.of(),
          Set.of(AuditEvent.SIGN_IN),
          Set.of(AuditEvent.SIGN_IN, AuditEvent.SIGN_OUT),
          Set.of(AuditEvent.TOKEN_REFRESH));

  private final Map<String, List<String>> plans = new HashMap<>();

  @Test
  void every_combination_of_filters_is_read_from_an_index_in_order() {
    var place = new AuditRange.Place(Instant.EPOCH, 7);
    for (AuditSearch search : searches()) {
      var statement =
          AuditStatement.of(
              search,
              search.position() instanceof Position.Newest ? Optional.empty() : Optional.of(place));

      assertThat(planOnce(statement.withAll(AuditRecords.ENTRIES), statement.allValues(51)))
          .as(search.toString())
          .noneMatch(PlannedStatements::isScanOrSort)
          .anyMatch(step -> indexOf(search).matcher(step).find());
      assertThat(
              planOnce(
                  statement.withIndexed(AuditRecords.LAST_COMPARED), statement.indexedValues(51)))
          .as(search.toString())
          .noneMatch(PlannedStatements::isScanOrSort)
          .anyMatch(step -> indexOf(search).matcher(step).find());
    }
  }

  /** An empty table has no statistics, so the values of a statement do not change its plan. */
  private List<String> planOnce(String statement, @Nullable Object[] values) {
    return plans.computeIfAbsent(statement, unseen -> plan(unseen, values));
  }

  /** What a search of one organization reads does not depend on the entries of others. */
  private static Pattern indexOf(AuditSearch search) {
    return Pattern.compile(
        search.organization().isPresent() ? " audit_\\w*organization\\b" : " audit_");
  }

  private static List<AuditSearch> searches() {
    var searches = new ArrayList<AuditSearch>();
    for (int chosen = 0; chosen < 128; chosen++) {
      for (Set<AuditEvent> events : EVENTS) {
        for (Optional<Boolean> isDone :
            List.of(Optional.<Boolean>empty(), Optional.of(true), Optional.of(false))) {
          for (Position position :
              List.of(new Position.Newest(), new Position.After(7), new Position.Before(7))) {
            searches.add(search(chosen, events, isDone, position));
          }
        }
      }
    }
    return searches;
  }

  /** Each bit of {@code chosen} sets one filter. */
  private static AuditSearch search(
      int chosen, Set<AuditEvent> events, Optional<Boolean> isDone, Position position) {
    var period =
        new AuditSearch.Period(Optional.of(Instant.EPOCH), Optional.of(Instant.ofEpochSecond(9)));
    return new AuditSearch(
        Optional.of(new Id.Organization("org_1")).filter(id -> (chosen & 1) > 0),
        (chosen & 2) > 0 ? period : AuditSearch.Period.ALL,
        Optional.of(new Id.User("usr_1")).filter(id -> (chosen & 4) > 0),
        Optional.of(new Id.User("usr_2")).filter(id -> (chosen & 8) > 0),
        Optional.of(new Id.Client("cli_1")).filter(id -> (chosen & 32) > 0),
        events,
        isDone,
        Optional.of("192.0.2.1").filter(address -> (chosen & 16) > 0),
        Optional.of("request-1").filter(request -> (chosen & 64) > 0),
        position);
  }
}
