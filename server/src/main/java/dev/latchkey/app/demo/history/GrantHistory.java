package dev.latchkey.app.demo.history;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.Consent;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.GrantStores;
import dev.latchkey.storage.grants.AuthorizationCodes;
import dev.latchkey.storage.grants.ChildTokens;
import dev.latchkey.storage.grants.NewCode;
import dev.latchkey.storage.grants.NewGrant;
import dev.latchkey.storage.pairs.Pairs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What people have allowed apps, in {@code grants.txt}: consent, exchange, refreshes. An app that
 * is used refreshes its tokens before they expire, and each day of the last ones.
 */
final class GrantHistory {
  private static final Duration BETWEEN_REFRESHES = Duration.ofDays(23);
  private static final int DAYS_OF_USE = 3;
  private static final double IS_USED = 0.85;

  private final Past past;
  private final GrantStores stores;
  private final AppHistory apps;
  private final SignIns signIns;
  private final List<Access> all = new ArrayList<>();

  GrantHistory(Past past, AppHistory apps, SignIns signIns) {
    this.past = past;
    this.stores = past.stores().grants();
    this.apps = apps;
    this.signIns = signIns;
  }

  /** The access of an app that a person has allowed, and the tokens that the app has now. */
  static final class Access {
    final Id.Grant id;
    final String app;
    final String person;
    TokenPair pair;
    TokenPair before;
    Instant firstUse = Instant.EPOCH;
    Instant lastUse = Instant.EPOCH;

    Access(Id.Grant id, String app, String person, TokenPair first) {
      this.id = id;
      this.app = app;
      this.person = person;
      this.pair = first;
      this.before = first;
    }
  }

  void tell() {
    TableRow.of("grants")
        .forEach(row -> {
          Scopes chosen = Scopes.of(row.parts(3, " ").toList());
          tell(row.text(0), row.text(1), row.number(2), chosen);
        });
  }

  private void tell(String app, String person, int ago, Scopes chosen) {
    AppRow row = apps.row(app);
    Scopes scopes = chosen.isEmpty() ? row.scopes() : chosen;
    Instant consented = past.days().atWork(ago);
    Access access = allow(app, person, scopes, consented);
    boolean isUsed = past.chance().nextDouble() < IS_USED;
    int last = row.quietFor() + (isUsed ? 0 : past.chance().nextInt(ago / 2 + 1));
    Instant lastDay = past.days().about(last, "06:30");
    for (Instant at = consented.plus(BETWEEN_REFRESHES);
        at.isBefore(lastDay);
        at = at.plus(BETWEEN_REFRESHES)) {
      refresh(access, at, row.address());
    }
    for (int day = Math.min(last + DAYS_OF_USE, ago - 4); day >= last; day--) {
      refresh(access, past.days().anyTime(day), row.address());
    }
  }

  /** The person has allowed the app this, and the app has exchanged its code. */
  private Access allow(String app, String person, Scopes scopes, Instant consented) {
    var access =
        new Access(Id.GRANT.draw(past.random()), app, person, TokenPair.mint(past.random()));
    Secret.Code code = Secret.CODE.mint(past.random());
    all.add(access);
    past.timeline()
        .add(consented, signIns.addressOf(person), now -> consent(access, scopes, code, now));
    past.timeline()
        .add(
            consented.plusMillis(past.chance().nextLong(300, 2_400)),
            apps.row(app).address(),
            now -> exchange(access, code, now));
    return access;
  }

  private void consent(Access access, Scopes scopes, Secret.Code code, RequestMoment now) {
    Credential.Personal app = apps.personal(access.app);
    User person = past.cast().person(access.person);
    var consent =
        new Consent(
            app.clientId(),
            person.id(),
            person.teams().getFirst().team().id(),
            new Allowance(scopes, Optional.empty()),
            Scopes.Separator.COMMA,
            apps.row(access.app).kind() == AppRow.Kind.PUBLIC
                ? Optional.of(PublicAppHistory.LONGEST)
                : Optional.empty());
    stores
        .consents()
        .approve(
            Id.REQUEST.draw(past.random()),
            new NewGrant(access.id, consent, app.version()),
            new NewCode(code, app.redirectUris().getFirst().text(), Optional.empty()),
            now);
  }

  private void exchange(Access access, Secret.Code code, RequestMoment now) {
    var redemption =
        new AuthorizationCodes.Redemption(
            apps.id(access.app), code, Optional.empty(), Optional.empty());
    stores.codes().spendCode(redemption, access.pair, now);
    access.firstUse = now.at();
    access.lastUse = now.at();
  }

  private void refresh(Access access, Instant at, String from) {
    past.timeline().add(at, from, now -> refresh(access, access.pair, now));
  }

  private void refresh(Access access, TokenPair presented, RequestMoment now) {
    TokenPair fresh = TokenPair.mint(past.random());
    var rotation =
        new Pairs.Rotation(
            apps.id(access.app),
            presented.refresh(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    stores.pairs().rotatePair(rotation, fresh, now);
    access.before = access.pair;
    access.pair = fresh;
    access.lastUse = now.at();
  }

  /** A stranger presents a refresh token that was replaced, which ends the access. */
  void replay(String app, String person, Instant at, String from) {
    Access access = find(app, person);
    past.timeline().add(at, from, now -> refresh(access, access.before, now));
  }

  private Access find(String app, String person) {
    return all.stream()
        .filter(each -> each.app.equals(app) && each.person.equals(person))
        .findFirst()
        .orElseThrow();
  }

  /** The app has obtained child tokens for these jobs from a fresh access token. */
  void tellChildren(String app, String person, Instant at, Scopes scopes, String... jobs) {
    Access access = find(app, person);
    String from = apps.row(app).address();
    refresh(access, at, from);
    for (int i = 0; i < jobs.length; i++) {
      String job = jobs[i];
      past.timeline()
          .add(at.plusSeconds(9 + 41L * i), from, now -> createChild(access, scopes, job, now));
    }
  }

  private void createChild(Access access, Scopes scopes, String job, RequestMoment now) {
    Credential.Personal app = apps.personal(access.app);
    User person = past.cast().person(access.person);
    var claims =
        new SharedClaims(
            app.clientId(),
            Optional.of(app.owner()),
            person.organization(),
            Optional.of(person.teams().getFirst().team().id()),
            app.scope(),
            Scopes.Separator.COMMA);
    var token =
        new LiveToken(
            person.id(),
            Optional.of(person.email()),
            new TokenRoot.Grant(access.id),
            claims,
            new TokenLife.Until(now.at().plus(Duration.ofDays(1))));
    stores
        .childTokens()
        .create(
            new ChildTokens.Parent(TokenKey.of(access.pair.access()), token),
            new ChildTokens.Requested(
                Optional.empty(), Optional.of(scopes), Optional.of(job), Optional.empty()),
            Secret.CHILD.mint(past.random()),
            now);
  }

  /** When each access was used first: as soon as its app had a token. */
  Map<Id.Grant, Instant> firstUses() {
    return all.stream().collect(Collectors.toMap(access -> access.id, access -> access.firstUse));
  }

  /** When each access was used last: soon after its token was fresh. */
  Map<Id.Grant, Instant> lastUses() {
    return all.stream().collect(Collectors.toMap(access -> access.id, this::lastUse));
  }

  private Instant lastUse(Access access) {
    Instant later = access.lastUse.plusSeconds(past.chance().nextLong(5, 7_000));
    return later.isAfter(past.days().now()) ? access.lastUse : later;
  }
}
