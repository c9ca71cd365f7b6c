package dev.latchkey.app.demo.history;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.operation.Usage;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The credentials of {@code apps.txt}, and what happened to their secrets and tokens. */
final class AppHistory {
  private final Past past;
  private final CredentialStores stores;
  private final Map<String, AppRow> rows = new HashMap<>();
  private final Map<String, Id.Client> ids = new HashMap<>();
  private final Map<String, SecretHash> secrets = new HashMap<>();

  /** Secrets and tokens that were replaced, and when the app used them last. */
  private final Map<SecretHash, Usage.Period> replaced = new HashMap<>();

  AppHistory(Past past) {
    this.past = past;
    this.stores = past.stores().credentials();
    TableRow.of("apps").stream().map(AppRow::new).forEach(row -> rows.put(row.name(), row));
  }

  List<AppRow> rows() {
    return TableRow.of("apps").stream().map(AppRow::new).toList();
  }

  AppRow row(String name) {
    return Objects.requireNonNull(rows.get(name), name);
  }

  Id.Client id(String name) {
    return Objects.requireNonNull(ids.get(name), name);
  }

  /** The secret or the token that the app uses now. */
  Optional<SecretHash> secret(String name) {
    return Optional.ofNullable(secrets.get(name));
  }

  Map<SecretHash, Usage.Period> replaced() {
    return Map.copyOf(replaced);
  }

  Credential find(String name) {
    return stores.credentials().find(id(name)).orElseThrow();
  }

  Credential.Personal personal(String name) {
    return (Credential.Personal) find(name);
  }

  Credential.Organizational organizational(String name) {
    return (Credential.Organizational) find(name);
  }

  /** From now on there is this credential, with a secret or token, or without. */
  void know(String name, Id.Client id, Optional<SecretHash> secret) {
    ids.put(name, id);
    secret.ifPresent(hash -> secrets.put(name, hash));
  }

  void tell() {
    for (AppRow row : rows()) {
      Instant created = past.days().atWork(row.age());
      switch (row.kind()) {
        case PERSONAL ->
            past.timeline().add(created, SignIns.OFFICE, now -> createPersonal(row, now));
        case ORGANIZATION ->
            past.timeline().add(created, SignIns.OFFICE, now -> createOrganizational(row, now));
        case PRINTED, PRINTED_TOKEN, PUBLIC -> {}
      }
    }
  }

  private void createPersonal(AppRow row, RequestMoment now) {
    User owner = past.cast().person(row.owner());
    create(row.name(), owner, row.scopes(), now);
  }

  private void create(String name, User owner, Scopes scopes, RequestMoment now) {
    var credential =
        new Credential.Personal(
            Id.CLIENT.draw(past.random()),
            name,
            owner.organization(),
            owner.id(),
            scopes,
            List.of(redirectUri(name)),
            Set.of(),
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            now.at(),
            1);
    Secret.Client secret = Secret.CLIENT.mint(past.random());
    stores.newCredentials().create(credential, secret, Optional.empty(), now);
    know(name, credential.clientId(), Optional.of(secret.hash()));
  }

  private static RedirectUri redirectUri(String app) {
    String host = app.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
    return new RedirectUri("https://apps.example.com/%s/callback".formatted(host));
  }

  private void createOrganizational(AppRow row, RequestMoment now) {
    User owner = past.cast().person(row.owner());
    Organization home = past.cast().home(row.owner());
    var credential =
        new Credential.Organizational(
            Id.CLIENT.draw(past.random()),
            row.name(),
            home.id(),
            owner.id(),
            row.scopes(),
            Id.VIRTUAL_ADMINISTRATOR.draw(past.random()),
            new Reach(
                home.id(),
                owner.teams().stream()
                    .filter(User.Membership::administers)
                    .map(each -> each.team().id())
                    .findFirst()),
            AllowedNetworks.parse(row.name().equals("BI Export") ? "192.0.2.0/24" : ""),
            AppProfile.NONE,
            now.at(),
            1);
    Secret.Organization token = Secret.ORGANIZATION.mint(past.random());
    stores.newCredentials().create(credential, token, Optional.empty(), now);
    know(row.name(), credential.clientId(), Optional.of(token.hash()));
  }

  /** Adds a secret, which the app uses from then on. */
  void addSecret(String app, RequestMoment now) {
    Credential.Personal known = personal(app);
    Secret.Client secret = Secret.CLIENT.mint(past.random());
    stores.secrets().add(known, secret, Optional.empty(), ownerOf(known, now));
    replace(app, secret.hash(), now);
  }

  private void replace(String app, SecretHash secret, RequestMoment now) {
    secret(app).ifPresent(before -> replaced.put(before, Usage.Period.at(now)));
    secrets.put(app, secret);
  }

  /** Retires all secrets but the one that the app uses. */
  void retireOldSecrets(String app, RequestMoment now) {
    Credential.Personal known = personal(app);
    stores.secrets().of(known.clientId()).stream()
        .filter(each -> !secret(app).equals(Optional.of(each.secretId())))
        .forEach(each -> stores.secrets().retire(known, each.secretId(), ownerOf(known, now)));
  }

  /** Adds a secret beside the one that the app uses. It leaks, is found and reported. */
  void tellOfLeak(String app, Instant created, Instant reported, String reporter) {
    Secret.Client secret = Secret.CLIENT.mint(past.random());
    past.timeline()
        .add(
            created,
            SignIns.OFFICE,
            now -> {
              Credential.Personal known = personal(app);
              stores.secrets().add(known, secret, Optional.empty(), ownerOf(known, now));
            });
    past.timeline()
        .add(reported, reporter, now -> past.stores().grants().leakedSecrets().revoke(secret, now));
  }

  private Actor ownerOf(Credential.Personal app, RequestMoment now) {
    return new Actor.Person(past.stores().users().directory().find(app.owner()).orElseThrow(), now);
  }

  void reissue(String app, OrganizationTokens.Overlap overlap, RequestMoment now) {
    Credential.Organizational known = organizational(app);
    Secret.Organization token = Secret.ORGANIZATION.mint(past.random());
    var replacement = new OrganizationTokens.Replacement(token, overlap, past.form());
    stores.tokens().reissue(known, replacement, known.owner(), now);
    replace(app, token.hash(), now);
  }

  void revokeToken(String app, RequestMoment now) {
    Credential.Organizational known = organizational(app);
    stores.tokens().revoke(known, secret(app).orElseThrow(), known.owner(), now);
  }

  /** The token of a virtual administrator, as a check finds it. */
  LiveToken liveToken(String app) {
    Credential.Organizational known = organizational(app);
    var claims =
        new SharedClaims(
            known.clientId(),
            Optional.empty(),
            known.organization(),
            known.reach().team(),
            known.scope(),
            Scopes.Separator.COMMA);
    return new LiveToken(
        known.subject(),
        Optional.empty(),
        new TokenRoot.Standalone(secret(app).orElseThrow()),
        claims,
        new TokenLife.UntilRevoked());
  }

  /** An app that was deleted again. */
  void createAndDelete(String name, String owner, int created, int deleted) {
    Scopes scopes = Scopes.parse("read:issue:info");
    past.timeline()
        .add(
            past.days().atWork(created),
            SignIns.OFFICE,
            now -> create(name, past.cast().person(owner), scopes, now));
    past.timeline()
        .add(
            past.days().atWork(deleted),
            SignIns.OFFICE,
            now -> stores.credentials().delete(personal(name), past.cast().actor(owner, now)));
  }
}
