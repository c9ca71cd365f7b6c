package dev.latchkey.app.demo.history;

import dev.latchkey.login.factor.AuthenticatorKey;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Device;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.model.person.Passkey;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.storage.SignInStores;
import dev.latchkey.storage.people.Passkeys;
import dev.latchkey.storage.people.SecondFactors;
import dev.latchkey.storage.people.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * From where and how people signed in: with a password, with a passkey, or with an authenticator
 * app as well.
 */
final class SignIns {
  static final String OFFICE = "198.51.100.7";

  private static final int FIRST_DAY = 29;
  private static final double AT_THE_OFFICE = 0.6;
  private static final double ON_A_DAY = 0.34;
  private static final double MISTYPED = 0.07;
  private static final long STEP_SECONDS = 30;

  private static final List<Device> DEVICES =
      List.of(
          new Device(Device.Browser.CHROME, Device.OperatingSystem.WINDOWS),
          new Device(Device.Browser.FIREFOX, Device.OperatingSystem.LINUX),
          new Device(Device.Browser.SAFARI, Device.OperatingSystem.MAC_OS),
          new Device(Device.Browser.EDGE, Device.OperatingSystem.WINDOWS),
          new Device(Device.Browser.CHROME, Device.OperatingSystem.MAC_OS),
          new Device(Device.Browser.SAFARI, Device.OperatingSystem.IOS),
          new Device(Device.Browser.CHROME, Device.OperatingSystem.ANDROID));

  private final Past past;
  private final SignInStores stores;
  private final KeySeal seal;
  private final Map<String, String> homes = new HashMap<>();
  private final Map<String, Passkey.Key> passkeys = new HashMap<>();
  private final Map<String, byte[]> apps = new HashMap<>();

  SignIns(Past past, KeySeal seal) {
    this.past = past;
    this.stores = past.stores().signIn();
    this.seal = seal;
  }

  /** The address at which the person works at home. */
  String addressOf(String person) {
    return homes.computeIfAbsent(
        person,
        _ -> {
          int number = homes.size() + 10;
          return number % 4 == 0
              ? "2001:db8:%x:%x::%x".formatted(number, number * 3, number * 7)
              : "203.0.113." + number * 3;
        });
  }

  /** The person has signed in on some of the days between these. */
  void tell(String person, int joined, int until) {
    for (int ago = Math.min(FIRST_DAY, joined); ago >= until; ago--) {
      if (!Days.isWeekend(past.days().date(ago)) && past.chance().nextDouble() < ON_A_DAY) {
        Instant at = past.days().atWork(ago);
        String from = past.chance().nextDouble() < AT_THE_OFFICE ? OFFICE : addressOf(person);
        if (past.chance().nextDouble() < MISTYPED) {
          past.timeline().add(at.minusSeconds(11), from, now -> mistype(person, now));
        }
        past.timeline().add(at, from, now -> signIn(person, now));
      }
    }
  }

  /** The person has signed in on this day, and not since. */
  void tellOnce(String person, int ago) {
    past.timeline().add(past.days().atWork(ago), OFFICE, now -> signIn(person, now));
  }

  /** The person has signed in not long ago, and uses the session. */
  void tellOfNow(String person) {
    Instant at = past.days().now().minusSeconds(past.chance().nextLong(1_800, 6_000));
    Instant seen = past.days().now().minusSeconds(past.chance().nextLong(20, 1_500));
    String from = addressOf(person);
    Secret.Session key = Secret.SESSION.mint(past.random());
    past.timeline().add(at, from, now -> signIn(person, key, now));
    past.timeline().add(seen, from, now -> stores.sessions().find(key, now));
  }

  void addPasskey(String person, Instant at) {
    past.timeline()
        .add(
            at,
            OFFICE,
            now -> {
              Secret.Session session = signIn(person, now);
              var key = LostPasskey.of(past.cast().id(person), past.random());
              passkeys.put(person, key);
              stores
                  .passkeys()
                  .add(
                      past.cast().person(person),
                      new Passkeys.NewPasskey(
                          key.id(), "Security key", key.data(), key.counter(), codes()),
                      session,
                      now);
            });
  }

  void addApp(String person, Instant at) {
    past.timeline()
        .add(
            at,
            OFFICE,
            now -> {
              Secret.Session session = signIn(person, now);
              byte[] key =
                  seal.close(
                      past.cast().id(person).value(), AuthenticatorKey.draw(past.random()).bytes());
              apps.put(person, key);
              stores
                  .factors()
                  .add(
                      past.cast().person(person),
                      new SecondFactors.NewFactor(key, step(now.at()), codes()),
                      session,
                      now);
            });
  }

  private List<RecoveryCode> codes() {
    return RecoveryCode.drawAll(past.random());
  }

  private static FactorProof.OfStep step(Instant at) {
    return new FactorProof.OfStep(at.getEpochSecond() / STEP_SECONDS);
  }

  private void mistype(String person, RequestMoment now) {
    stores
        .sessions()
        .refused(Optional.of(past.cast().id(person)), AuditOutcome.PASSWORD_WRONG, now);
  }

  private Secret.Session signIn(String person, RequestMoment now) {
    Secret.Session key = Secret.SESSION.mint(past.random());
    signIn(person, key, now);
    return key;
  }

  private void signIn(String person, Secret.Session key, RequestMoment now) {
    Device device = DEVICES.get(Math.floorMod(person.hashCode(), DEVICES.size()));
    var session = new Sessions.NewSession(key, Optional.empty(), device);
    if (passkeys.containsKey(person)) {
      stores.passkeys().open(proof(person), session, now);
    } else {
      signInWithPassword(person, session, now);
    }
  }

  private FactorProof.ByPasskey proof(String person) {
    Passkey.Key key = Objects.requireNonNull(passkeys.get(person));
    return new FactorProof.ByPasskey(key, key.counter(), past.form());
  }

  private void signInWithPassword(String person, Sessions.NewSession session, RequestMoment now) {
    String email = person + Cast.DOMAIN;
    if (!(stores.sessions().attempt(email, now) instanceof Sessions.Attempt.Known known)) {
      return;
    }
    if (!known.asksCode()) {
      stores.sessions().open(known, email, session, now);
      return;
    }
    var pending = Secret.PENDING_SIGN_IN.mint(past.random());
    stores.pendingSignIns().begin(known, email, pending, now);
    Instant later = now.at().plus(Duration.ofSeconds(STEP_SECONDS));
    stores
        .pendingSignIns()
        .complete(
            pending,
            new SecondFactors.Attempt.Known(known.user(), Optional.ofNullable(apps.get(person))),
            step(later),
            session,
            new RequestMoment(later, now.address()));
  }
}
