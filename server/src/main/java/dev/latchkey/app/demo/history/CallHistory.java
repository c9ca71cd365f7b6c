package dev.latchkey.app.demo.history;

import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.storage.operation.Usage;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** How often the apps have called on each of the last days, and which of the calls were refused. */
final class CallHistory {
  private static final double LEAST = 0.7;
  private static final double MOST = 1.2;

  /** How much the calls grow in a day. */
  private static final double GROWTH = 0.009;

  private final Past past;
  private final AppHistory apps;

  /** How busy each day was for all of them; today is the first. */
  private final List<Double> busy;

  private final Map<Usage.Day, Long> calls = new HashMap<>();
  private final Map<Usage.RefusedDay, Long> refused = new HashMap<>();

  CallHistory(Past past, AppHistory apps) {
    this.past = past;
    this.apps = apps;
    this.busy =
        IntStream.range(0, CallsPerDay.DAYS)
            .mapToObj(ago -> past.chance().nextDouble(LEAST, MOST) * (1 - GROWTH * ago))
            .toList();
  }

  /** Counts the calls. The apps must exist. */
  void write(Usage usage, GrantHistory grants) {
    var uses = new HashMap<Id.Client, Usage.Period>();
    var secrets = new HashMap<>(apps.replaced());
    for (AppRow app : apps.rows()) {
      if (!app.isUsed()) {
        continue;
      }
      count(app);
      Usage.Period last = Usage.Period.at(lastUse(app));
      uses.put(apps.id(app.name()), last);
      apps.secret(app.name()).ifPresent(hash -> secrets.put(hash, last));
    }
    refuseOnEachDay();
    usage.addCalls(calls);
    usage.addRefusals(refused);
    usage.useCredentials(uses);
    // A hash is in one of the two tables.
    usage.useClientSecrets(secrets);
    usage.useOrganizationTokens(secrets);
    usage.useGrants(grants.firstUses());
    usage.useGrants(grants.lastUses());
  }

  private void count(AppRow app) {
    int oldest = Math.min(CallsPerDay.DAYS - 1, app.age());
    for (int ago = oldest; ago >= app.quietFor(); ago--) {
      long number = number(app.callsOnWeekday(), app.partOnWeekend(), ago);
      if (number > 0) {
        count(app, past.days().date(ago), number);
      }
    }
  }

  private void count(AppRow app, LocalDate date, long number) {
    Id.Client client = apps.id(app.name());
    long all = 0;
    for (Map.Entry<String, Integer> share : app.shares().entrySet()) {
      long part = Math.round(number * share.getValue() / 100.0);
      if (part > 0) {
        calls.put(new Usage.Day(client, Optional.of(share.getKey()), date), part);
        all += part;
      }
    }
    if (all > 0) {
      calls.put(new Usage.Day(client, Optional.empty(), date), all);
    }
  }

  /** So many calls on an ordinary weekday are so many on this day. */
  private long number(int onWeekday, double partOnWeekend, int ago) {
    LocalDate date = past.days().date(ago);
    double part = Days.isWeekend(date) ? partOnWeekend : 1;
    double luck = past.chance().nextDouble(LEAST, MOST) * busy.get(ago);
    return Math.round(onWeekday * part * luck * past.days().elapsed(date));
  }

  private RequestMoment lastUse(AppRow app) {
    int ago = app.quietFor();
    while (app.partOnWeekend() == 0 && Days.isWeekend(past.days().date(ago))) {
      ago++;
    }
    Instant at =
        ago == 0
            ? past.days().now().minusSeconds(past.chance().nextLong(40, 3_000))
            : past.days().atWork(ago);
    return new RequestMoment(at, app.address());
  }

  private void refuseOnEachDay() {
    for (int ago = CallsPerDay.DAYS - 1; ago >= 0; ago--) {
      refuse(Optional.empty(), CallRefusal.NO_TOKEN, ago, 14);
      refuse(Optional.empty(), CallRefusal.INVALID_TOKEN, ago, 21);
      refuse(app("Triage Agent"), CallRefusal.MISSING_SCOPE, ago, 17);
      refuse(app("Issue Helper"), CallRefusal.MISSING_SCOPE, ago, 4);
      refuse(app("Issue Bot"), CallRefusal.UNKNOWN_CALL, ago, 6);
      refuse(app("Sprint Board"), CallRefusal.UNKNOWN_CALL, ago, 2);
      refuse(app("Studio Invoices"), CallRefusal.MISSING_SCOPE, ago, 2);
    }
  }

  private Optional<Id.Client> app(String name) {
    return Optional.of(apps.id(name));
  }

  private void refuse(Optional<Id.Client> client, CallRefusal why, int ago, int usual) {
    add(client, why, ago, number(usual, 0.3, ago));
  }

  /** Adds refused calls of one night. */
  void add(Optional<Id.Client> client, CallRefusal why, int ago, long number) {
    if (number > 0) {
      refused.merge(new Usage.RefusedDay(client, why, past.days().date(ago)), number, Long::sum);
    }
  }
}
