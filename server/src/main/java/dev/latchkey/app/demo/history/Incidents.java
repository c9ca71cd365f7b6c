package dev.latchkey.app.demo.history;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.ClientClaim;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.storage.checks.ClientProofs;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.credential.TransferOffers;
import dev.latchkey.storage.database.Database;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What has happened once: changes of owner and of secrets, a leak, a night of attacks. */
record Incidents(
    Past past, AppHistory apps, GrantHistory grants, Database database, PasswordHash password) {
  private static final int NIGHT = 11;
  private static final String BEGINNING = "02:14";
  private static final String STRANGER = "203.0.113.250";
  private static final String OTHER_STRANGER = "2001:db8:bad:5::66";

  /** The service that finds secrets in public sources. */
  private static final String REPORTER = "192.0.2.200";

  void tell() {
    changesOfOwner();
    secretsAndTokens();
    administration();
    night();
  }

  private void atWork(int ago, Consumer<RequestMoment> act) {
    past.timeline().add(past.days().atWork(ago), SignIns.OFFICE, act);
  }

  private void changesOfOwner() {
    atWork(32, now -> offer("Spreadsheet Sync", "mei", "olga", now));
    Instant accepted = past.days().atWork(28);
    past.timeline().add(accepted, SignIns.OFFICE, now -> accept("Spreadsheet Sync", "mei", now));
    past.timeline()
        .add(
            accepted.plusSeconds(212),
            SignIns.OFFICE,
            now -> apps.addSecret("Spreadsheet Sync", now));
    atWork(2, now -> offer("Time Tracker", "mei", "olga", now));
    atWork(1, now -> offer("Standup Digest", "olga", "mo", now));
    apps.createAndDelete("Webhook Relay", "hannah.mueller", 68, 18);
  }

  private void offer(String app, String to, String by, RequestMoment now) {
    TransferOffers offers = past.stores().credentials().offers();
    offers.offer(apps.personal(app), past.cast().id(to), past.cast().id(by), now);
  }

  private void accept(String app, String by, RequestMoment now) {
    TransferOffers offers = past.stores().credentials().offers();
    offers.accept(apps.personal(app), past.cast().id(by), true, now);
  }

  private void secretsAndTokens() {
    atWork(64, now -> apps.addSecret("Chat Notifier", now));
    atWork(60, now -> apps.retireOldSecrets("Chat Notifier", now));
    atWork(5, now -> apps.addSecret("CI Release Notes", now));
    Instant reported = past.days().about(9, "05:52");
    apps.tellOfLeak("Issue Bot", past.days().atWork(128), reported, REPORTER);
    atWork(40, now -> apps.reissue("BI Export", OrganizationTokens.Overlap.DAY, now));
    atWork(1, now -> apps.reissue("Directory Sync", OrganizationTokens.Overlap.WEEK, now));
    atWork(19, now -> apps.revokeToken("Wiki Mirror", now));
  }

  private void administration() {
    atWork(26, this::changeChatNotifier);
    atWork(21, now -> rename("aleksandra.kowalczyk", "Aleksandra Wiśniewska-Kowalczyk", now));
    atWork(15, now -> export("olga", now));
    atWork(3, now -> export("sam", now));
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(past.random());
    Instant forgotten = past.days().atWork(6);
    past.timeline().add(forgotten, SignIns.OFFICE, now -> createLink("hannah.mueller", link, now));
    past.timeline()
        .add(
            forgotten.plusSeconds(187),
            "203.0.113.58",
            now ->
                past.stores()
                    .users()
                    .links()
                    .spend(link, past.cast().person("hannah.mueller"), password, now));
    atWork(14, now -> refuse("mo", now));
    atWork(5, now -> refuse("paolo.ricci", now));
    atWork(8, now -> deny("Triage Agent", "hannah.mueller", now));
    atWork(23, now -> deny("Time Tracker", "minh.khai", now));
  }

  private void changeChatNotifier(RequestMoment now) {
    Credential.Personal known = apps.personal("Chat Notifier");
    var changed = known.with(Set.of(Credential.Option.REQUIRE_PROOF_KEY));
    past.stores().credentials().credentials().change(changed, known.owner(), now);
  }

  /** Entries from before have the name of their time. */
  private void rename(String person, String name, RequestMoment now) {
    past.stores().users().directory().rename(past.cast().person(person), name, now);
  }

  private void export(String by, RequestMoment now) {
    past.stores()
        .operation()
        .auditRecords()
        .exported(past.cast().id(by), Optional.of(past.cast().organization("Acme").id()), now);
  }

  private void createLink(String to, Secret.PasswordLink link, RequestMoment now) {
    var users = past.stores().users();
    ManagedUser whom = users.administration().find(past.cast().id(to)).orElseThrow();
    users.links().create(link, whom, past.cast().actor("olga", now));
  }

  private void refuse(String person, RequestMoment now) {
    past.acts()
        .organizationGuard()
        .check(
            past.cast().actor(person, now),
            past.cast().organization("Acme").id(),
            Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION);
  }

  private void deny(String app, String person, RequestMoment now) {
    past.stores()
        .grants()
        .consents()
        .deny(Id.REQUEST.draw(past.random()), apps.id(app), past.cast().person(person), now);
  }

  /** Strangers tried passwords, secrets and a stolen token. All of it was refused. */
  private void night() {
    Instant at = past.days().about(NIGHT, BEGINNING);
    for (String name :
        List.of("olga", "sam", "priya.raghunathan", "admin", "lukas.hoffmann", "mei")) {
      for (int attempt = 0; attempt < 4; attempt++) {
        at = at.plusMillis(past.chance().nextLong(4_000, 21_000));
        past.timeline().add(at, past.oneOf(STRANGER, OTHER_STRANGER), now -> guess(name, now));
      }
    }
    for (int attempt = 0; attempt < 11; attempt++) {
      at = at.plusMillis(past.chance().nextLong(3_000, 15_000));
      past.timeline().add(at, STRANGER, this::guessSecret);
    }
    for (int attempt = 0; attempt < 6; attempt++) {
      at = at.plusMillis(past.chance().nextLong(2_000, 9_000));
      past.timeline().add(at, OTHER_STRANGER, this::callFromElsewhere);
    }
    grants.replay("Issue Bot", "fatima.benali", at.plusSeconds(64), OTHER_STRANGER);
  }

  private void guess(String name, RequestMoment now) {
    Optional<Id.User> known =
        name.equals("admin") ? Optional.empty() : Optional.of(past.cast().id(name));
    AuditOutcome why =
        known.isPresent() ? AuditOutcome.PASSWORD_WRONG : AuditOutcome.ACCOUNT_UNKNOWN;
    past.stores().signIn().sessions().refused(known, why, now);
  }

  private void guessSecret(RequestMoment now) {
    var proofs = new ClientProofs(database, new Limits(Map.of(Limit.MEMORY_MEGABYTES, 0)));
    var guessed = Optional.of(Secret.CLIENT.mint(past.random()));
    proofs.authenticate(new ClientClaim.Authenticated(apps.id("Issue Helper"), guessed), now);
  }

  private void callFromElsewhere(RequestMoment now) {
    past.stores().operation().refusedCalls().addressNotAllowed(apps.liveToken("BI Export"), now);
  }

  /** The calls of the night that were only counted. */
  void count(CallHistory calls) {
    calls.add(Optional.empty(), CallRefusal.INVALID_TOKEN, NIGHT, 6_214);
    calls.add(Optional.empty(), CallRefusal.NO_TOKEN, NIGHT, 387);
    calls.add(Optional.empty(), CallRefusal.UNKNOWN_CALL, NIGHT, 128);
    calls.add(Optional.of(apps.id("BI Export")), CallRefusal.ADDRESS_NOT_ALLOWED, NIGHT, 188);
  }
}
