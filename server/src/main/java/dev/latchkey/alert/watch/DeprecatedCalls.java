package dev.latchkey.alert.watch;

import dev.latchkey.edge.gateway.RouteNotes;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.call.CallBlock;
import dev.latchkey.storage.credential.Credentials;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Calls of deprecated rows: each credential and row once a day. Its owner is informed once, also if
 * the alert was closed.
 */
public final class DeprecatedCalls {
  private final Supplier<RouteTable> table;
  private final Credentials credentials;
  private final SeenToday seen = new SeenToday();

  public DeprecatedCalls(Supplier<RouteTable> table, Credentials credentials) {
    this.table = table;
    this.credentials = credentials;
  }

  List<AlertFact> in(CallBlock block) {
    RouteTable current = table.get();
    if (!current.hasDeprecated()) {
      return List.of();
    }
    var facts = new ArrayList<AlertFact>();
    String last = "";
    for (RecordedCall call : block.calls()) {
      String route = call.asked().route();
      if (!route.equals(last)) {
        current
            .deprecated(call.asked().method(), route)
            .flatMap(deprecation -> fact(block.client(), call, deprecation))
            .ifPresent(facts::add);
      }
      last = route;
    }
    return facts;
  }

  private Optional<AlertFact> fact(
      Id.Client client, RecordedCall call, RouteNotes.Deprecation deprecation) {
    Instant since = deprecation.since().atStartOfDay(ZoneOffset.UTC).toInstant();
    Instant day = call.at().truncatedTo(ChronoUnit.DAYS);
    String route = call.asked().method() + " " + call.asked().route();
    if (call.at().isBefore(since) || seen.isKnown(client, route, day)) {
      return Optional.empty();
    }
    seen.add(client, route, day);
    String detail = route + deprecation.sunset().map(end -> " → " + end).orElse("");
    return credentials.find(client).map(credential -> fact(credential, route, detail, call, since));
  }

  private static AlertFact fact(
      Credential credential, String route, String detail, RecordedCall call, Instant since) {
    var about =
        new Alert.About(
            credential.clientId().value() + " " + route,
            Optional.of(credential.clientId()),
            credential.name());
    return new AlertFact(
        AlertKind.ROUTE_DEPRECATED,
        Optional.of(credential.organization()),
        about,
        detail,
        AlertFact.Count.ONCE,
        call.at(),
        Optional.of(since));
  }
}
