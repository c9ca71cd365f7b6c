package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.run.Caller;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * An administrator, who changes people and credentials in every way that ends tokens, and
 * immediately afterwards asks every node about these tokens. Some changes run at the same time as
 * others that race with them.
 */
public final class Administrator implements Runnable, AutoCloseable {
  private static final int TRIES = 30;

  private final Participants participants;
  private final Caller caller;
  private final Checking checking;
  private final Session session;
  private final PeoplePages users;
  private final CredentialPages credentials;
  private final Caller second;
  private final Session secondSession;
  private final PeoplePages secondPeople;

  public Administrator(Participants participants, Caller caller) {
    this.participants = participants;
    this.caller = caller;
    this.checking = new Checking(caller);
    this.session = new Session(participants.administrator(), "administrator", caller, participants);
    this.users = new PeoplePages(session, caller);
    this.credentials = new CredentialPages(session, caller, participants);
    this.second = caller.newCaller();
    this.secondSession =
        new Session(participants.administrator(), "administrator", second, participants);
    this.secondPeople = new PeoplePages(secondSession, second);
  }

  @Override
  public void run() {
    if (!session.isOpen() || !secondSession.isOpen()) {
      return;
    }
    int random = caller.random().nextInt(100);
    if (random < 20) {
      disableUser();
    } else if (random < 40) {
      leaveTeam();
    } else if (random < 52) {
      disableOwner();
    } else if (random < 72) {
      transfer();
    } else if (random < 92) {
      changeTokens();
    } else if (random < 95) {
      replace();
    } else {
      repair();
    }
  }

  private void disableUser() {
    NamedPerson user = caller.oneOf(participants.users());
    users.disable(user);
    checking.some(user.tokens().pairs());
    repeatUntilAnswered(() -> users.enable(user));
    checking.some(user.tokens().pairs());
  }

  private void leaveTeam() {
    NamedPerson user = caller.oneOf(participants.users());
    users.leaveTeam(user);
    checking.some(user.tokens().pairs());
    repeatUntilAnswered(() -> users.joinTeam(user));
    checking.some(user.tokens().pairs());
  }

  private void disableOwner() {
    NamedPerson owner = caller.oneOf(participants.owners());
    users.disable(owner);
    checking.some(participants.pairs());
    repeatUntilAnswered(() -> users.enable(owner));
    checking.some(participants.pairs());
  }

  /**
   * Transfers a credential. In half of the transfers the new owner is disabled at the moment of the
   * acceptance.
   */
  private void transfer() {
    HeldApp app = caller.oneOf(participants.apps()).get();
    NamedPerson heir = caller.oneOf(participants.owners());
    if (caller.chance(50)) {
      transfer(app, heir, () -> {});
      return;
    }
    transfer(app, heir, () -> secondPeople.disable(heir));
    transfer(app, caller.oneOf(participants.owners()), () -> {});
    repeatUntilAnswered(() -> users.enable(heir));
    checking.some(participants.pairs(app));
  }

  private void transfer(HeldApp app, NamedPerson heir, Runnable atTheSameTime) {
    var browser = new Session(heir.account(), heir.name(), caller, participants);
    if (!browser.isOpen()) {
      return;
    }
    var heirPages = new CredentialPages(browser, caller, participants);
    credentials.offer(app, heir);
    InParallel.run(() -> heirPages.accept(app, heir), atTheSameTime);
    checking.some(participants.pairs(app));
    if (browser.isOpen()) {
      repeatUntilAnswered(() -> heirPages.renew(app));
    }
  }

  /**
   * Repeats an action until it was answered. Many answers are lost, and without repetition everyone
   * would be disabled in the end.
   */
  private static void repeatUntilAnswered(BooleanSupplier act) {
    for (int i = 0; i < TRIES && !act.getAsBoolean(); i++) {
      Thread.onSpinWait();
    }
  }

  private void changeTokens() {
    Machine machine = caller.oneOf(participants.machines());
    if (caller.chance(60)) {
      credentials.reissue(machine);
    } else {
      credentials.revoke(machine, machine.any(caller.random()));
    }
    machine.tokens().forEach(checking::everywhere);
  }

  /**
   * Replaces an app. An owner first creates another app, and only then the old one is deleted.
   * Otherwise there could be no app left.
   */
  private void replace() {
    AtomicReference<HeldApp> slot = caller.oneOf(participants.apps());
    NamedPerson owner = caller.oneOf(participants.owners());
    var browser = new Session(owner.account(), owner.name(), caller, participants);
    Optional<HeldApp> made =
        browser.isOpen()
            ? new CredentialPages(browser, caller, participants).create(owner)
            : Optional.empty();
    if (made.isPresent()) {
      HeldApp old = slot.getAndSet(made.get());
      credentials.delete(old);
      checking.some(participants.pairs(old));
    }
  }

  /**
   * Completes what was left undone when a node was lost: a person may still be disabled, or without
   * a team.
   */
  private void repair() {
    users.enable(caller.oneOf(participants.owners()));
    NamedPerson user = caller.oneOf(participants.users());
    users.enable(user);
    users.joinTeam(user);
  }

  @Override
  public void close() {
    second.close();
  }
}
