package dev.latchkey.faults.history.run;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * An administrator, who changes people and credentials in every way that ends tokens, and
 * immediately afterwards asks every node about these tokens. Some changes run at the same time as
 * others that race with them.
 */
final class Administrator implements Runnable, AutoCloseable {
    private static final int TRIES = 30;

    private final Town town;
    private final Caller caller;
    private final Checking checking;
    private final Session session;
    private final PeoplePages users;
    private final CredentialPages credentials;
    private final Caller second;
    private final Session secondSession;
    private final PeoplePages secondPeople;

    Administrator(Town town, Caller caller) {
        this.town = town;
        this.caller = caller;
        this.checking = new Checking(caller);
        this.session = new Session(town.administrator(), "administrator", caller, town);
        this.users = new PeoplePages(session, caller);
        this.credentials = new CredentialPages(session, caller, town);
        this.second = caller.newCaller();
        this.secondSession = new Session(town.administrator(), "administrator", second, town);
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
        Resident user = caller.oneOf(town.residents());
        users.disable(user);
        checking.some(user.wallet().pairs());
        repeatUntilAnswered(() -> users.enable(user));
        checking.some(user.wallet().pairs());
    }

    private void leaveTeam() {
        Resident user = caller.oneOf(town.residents());
        users.leaveTeam(user);
        checking.some(user.wallet().pairs());
        repeatUntilAnswered(() -> users.joinTeam(user));
        checking.some(user.wallet().pairs());
    }

    private void disableOwner() {
        Resident owner = caller.oneOf(town.owners());
        users.disable(owner);
        checking.some(town.pairs());
        repeatUntilAnswered(() -> users.enable(owner));
        checking.some(town.pairs());
    }

    /**
     * Transfers a credential. In half of the transfers the new owner is disabled at the moment of
     * the acceptance.
     */
    private void transfer() {
        HeldApp app = caller.oneOf(town.apps()).get();
        Resident heir = caller.oneOf(town.owners());
        if (caller.chance(50)) {
            transfer(app, heir, () -> {});
            return;
        }
        transfer(app, heir, () -> secondPeople.disable(heir));
        transfer(app, caller.oneOf(town.owners()), () -> {});
        repeatUntilAnswered(() -> users.enable(heir));
        checking.some(town.pairs(app));
    }

    private void transfer(HeldApp app, Resident heir, Runnable atTheSameTime) {
        var browser = new Session(heir.person(), heir.name(), caller, town);
        if (!browser.isOpen()) {
            return;
        }
        var heirPages = new CredentialPages(browser, caller, town);
        credentials.offer(app, heir);
        Together.run(() -> heirPages.accept(app, heir), atTheSameTime);
        checking.some(town.pairs(app));
        if (browser.isOpen()) {
            repeatUntilAnswered(() -> heirPages.renew(app));
        }
    }

    /**
     * Repeats an action until it was answered. Many answers are lost, and without repetition
     * everyone would be disabled in the end.
     */
    private static void repeatUntilAnswered(BooleanSupplier act) {
        for (int i = 0; i < TRIES && !act.getAsBoolean(); i++) {
            Thread.onSpinWait();
        }
    }

    private void changeTokens() {
        Machine machine = caller.oneOf(town.machines());
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
        AtomicReference<HeldApp> slot = caller.oneOf(town.apps());
        Resident owner = caller.oneOf(town.owners());
        var browser = new Session(owner.person(), owner.name(), caller, town);
        Optional<HeldApp> made =
                browser.isOpen()
                        ? new CredentialPages(browser, caller, town).create(owner)
                        : Optional.empty();
        if (made.isPresent()) {
            HeldApp old = slot.getAndSet(made.get());
            credentials.delete(old);
            checking.some(town.pairs(old));
        }
    }

    /**
     * Completes what was left undone when a node was lost: a person may still be disabled, or
     * without a team.
     */
    private void repair() {
        users.enable(caller.oneOf(town.owners()));
        Resident user = caller.oneOf(town.residents());
        users.enable(user);
        users.joinTeam(user);
    }

    @Override
    public void close() {
        second.close();
    }
}
