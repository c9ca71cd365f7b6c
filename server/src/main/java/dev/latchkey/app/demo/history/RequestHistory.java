package dev.latchkey.app.demo.history;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestId;
import dev.latchkey.model.call.CallCounts;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.call.CallHours;
import dev.latchkey.storage.call.CallStores;
import dev.latchkey.storage.call.RouteCalls;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The newest calls of each app, as the request log has them, and the calls of each hour. */
final class RequestHistory {
  private static final int CALLS = 150;
  private static final int DAYS = 30;
  private static final int MOST_NUMBER = 4_000;
  private static final List<Integer> BUSY_HOURS =
      List.of(7, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 12, 13, 13, 14, 14, 14, 15, 15, 16, 16, 17);

  private final Past past;
  private final AppHistory apps;
  private final RouteTable routes;
  private final Map<CallHours.Hour, CallCounts> hours = new TreeMap<>();
  private final List<RecordedCall> calls = new ArrayList<>();

  RequestHistory(Past past, AppHistory apps, RouteTable routes) {
    this.past = past;
    this.apps = apps;
    this.routes = routes;
  }

  void write(CallStores stores) {
    apps.rows().stream().filter(AppRow::isUsed).forEach(this::tell);
    stores.blocks().write(calls);
    stores.hours().add(new TreeMap<>(hours));
    stores.routes().add(routeCalls());
  }

  /** Those of the calls that are in the log. */
  private SortedMap<RouteCalls.Day, RouteCalls.Count> routeCalls() {
    var counts = new TreeMap<RouteCalls.Day, RouteCalls.Count>();
    for (RecordedCall call : calls) {
      RouteCalls.Day day = RouteCalls.Day.of(call);
      counts.merge(day, RouteCalls.Count.of(call), RouteCalls.Count::plus);
      counts.merge(day.ofAll(), RouteCalls.Count.of(call), RouteCalls.Count::plus);
    }
    return counts;
  }

  private void tell(AppRow app) {
    Credential credential = apps.find(app.name());
    for (int ago = app.quietFor(); ago < Math.min(DAYS, app.age()); ago++) {
      count(app, credential, ago);
    }
    Instant at = past.days().now().minus(Duration.ofDays(app.quietFor()));
    for (int i = 0; i < Math.min(CALLS, app.callsOnWeekday()); i++) {
      at = at.minusMillis(past.chance().nextLong(86_400_000L / Math.max(1, app.callsOnWeekday())));
      call(app, credential, at).ifPresent(calls::add);
    }
  }

  private void count(AppRow app, Credential credential, int ago) {
    boolean isWeekend = Days.isWeekend(past.days().date(ago));
    int number = (int) (app.callsOnWeekday() * (isWeekend ? app.partOnWeekend() : 1));
    Map<Integer, Integer> byHour =
        IntStream.range(0, number)
            .mapToObj(i -> BUSY_HOURS.get(past.chance().nextInt(BUSY_HOURS.size())))
            .collect(Collectors.toMap(hour -> hour, hour -> 1, Integer::sum, TreeMap::new));
    byHour.forEach((hour, made) -> {
      Instant at = past.days().about(ago, "%02d:10".formatted(hour));
      if (at.isBefore(past.days().now())) {
        CallCounts counts = counts(made);
        for (String subject :
            List.of(credential.clientId().value(), credential.organization().value(), "")) {
          hours.merge(CallHours.Hour.of(subject, at), counts, CallCounts::plus);
        }
      }
    });
  }

  /** Most calls take some milliseconds, and a few much longer. */
  private CallCounts counts(long made) {
    long refused = made / past.chance().nextInt(25, 60);
    List<Long> times =
        IntStream.range(0, CallCounts.NONE.times().size())
            .mapToObj(step -> step < 2 ? 0L : Math.round(made * Math.pow(0.5, step - 1.0)))
            .toList();
    return new CallCounts(made - refused, refused, 0, times);
  }

  /** Empty if the platform of the demo has no call for the scope. */
  private Optional<RecordedCall> call(AppRow app, Credential credential, Instant at) {
    String scope = scope(app);
    return routes.routes().stream()
        .filter(row -> row.needs().names().contains(scope))
        .findFirst()
        .map(route -> call(app, credential, at, new Needed(scope, route)));
  }

  private record Needed(String scope, OpenRoute route) {}

  private RecordedCall call(AppRow app, Credential credential, Instant at, Needed needed) {
    OpenRoute route = needed.route;
    RecordedCall.Decision decision = decision(credential, needed);
    boolean isRefused = decision.reason().isPresent();
    var time = Duration.ofNanos(past.chance().nextLong(4_000_000, 90_000_000));
    return new RecordedCall(
        RequestId.draw(at, past.chance()),
        at,
        RecordedCall.Kind.GATEWAY,
        new RecordedCall.Caller(
            credential.clientId(), credential.organization(), subject(app, credential), "k7Qd"),
        new RecordedCall.Asked(
            route.methods().iterator().next(), route.pattern().toString(), path(route)),
        decision,
        new RecordedCall.Cost(
            time,
            isRefused ? Optional.empty() : Optional.of(time.minusNanos(900_000)),
            past.chance().nextLong(180, 9_000)),
        new RecordedCall.Origin(app.address(), agent(app), ""));
  }

  /** Some tokens lack a scope, and some apps refresh theirs too late. */
  private RecordedCall.Decision decision(Credential credential, Needed needed) {
    int chance = past.chance().nextInt(30);
    if (chance == 0) {
      return new RecordedCall.Decision(
          403, Optional.of(CallReason.MISSING_SCOPE), "write:" + after(needed.scope), needed.scope);
    }
    return chance == 1 && credential instanceof Credential.Personal
        ? new RecordedCall.Decision(401, Optional.of(CallReason.EXPIRED_TOKEN), "", "")
        : new RecordedCall.Decision(200, Optional.empty(), "", "");
  }

  private static String after(String scope) {
    return scope.substring(scope.indexOf(':') + 1);
  }

  private static String agent(AppRow app) {
    return app.name().replaceAll("[^A-Za-z]+", "-") + "/2.4";
  }

  private Optional<Id.Subject> subject(AppRow app, Credential credential) {
    return switch (credential) {
      case Credential.Personal _ -> Optional.of(past.cast().id(app.owner()));
      case Credential.Organizational machine -> Optional.of(machine.subject());
    };
  }

  private String scope(AppRow app) {
    int chosen = past.chance().nextInt(100);
    int sum = 0;
    String last = "";
    for (Map.Entry<String, Integer> share : app.shares().entrySet()) {
      sum += share.getValue();
      last = share.getKey();
      if (chosen < sum) {
        return last;
      }
    }
    return last;
  }

  private String path(OpenRoute route) {
    return route.pattern().segments().stream()
        .map(segment ->
            segment.startsWith("{") || segment.equals("**")
                ? String.valueOf(past.chance().nextInt(1, MOST_NUMBER))
                : segment)
        .collect(Collectors.joining("/", "/", ""));
  }
}
