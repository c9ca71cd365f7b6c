package dev.latchkey.faults.history.run;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * The administrator, who does to people and credentials whatever ends tokens, and asks every node
 * about those tokens at once. Some acts are done beside others that race with them.
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
    private final Session alsoSession;
    private final PeoplePages alsoPeople;

    Administrator(Town town, Caller caller) {
        this.town = town;
        this.caller = caller;
        this.checking = new Checking(caller);
        this.session = new Session(town.administrator(), "administrator", caller, town);
        this.users = new PeoplePages(session, caller);
        this.credentials = new CredentialPages(session, caller, town);
        this.second = caller.beside();
        this.alsoSession = new Session(town.administrator(), "administrator", second, town);
        this.alsoPeople = new PeoplePages(alsoSession, second);
    }

    @Override
    public void run() {
        if (!session.isOpen() || !alsoSession.isOpen()) {
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
        persist(() -> users.enable(user));
        checking.some(user.wallet().pairs());
    }

    private void leaveTeam() {
        Resident user = caller.oneOf(town.residents());
        users.leaveTeam(user);
        checking.some(user.wallet().pairs());
        persist(() -> users.joinTeam(user));
        checking.some(user.wallet().pairs());
    }

    private void disableOwner() {
        Resident owner = caller.oneOf(town.owners());
        users.disable(owner);
        checking.some(town.pairs());
        persist(() -> users.enable(owner));
        checking.some(town.pairs());
    }

    /** The heir is disabled at the moment of the acceptance, now and then. */
    private void transfer() {
        HeldApp app = caller.oneOf(town.apps()).get();
        Resident heir = caller.oneOf(town.owners());
        if (caller.chance(50)) {
            transfer(app, heir, () -> {});
            return;
        }
        transfer(app, heir, () -> alsoPeople.disable(heir));
        transfer(app, caller.oneOf(town.owners()), () -> {});
        persist(() -> users.enable(heir));
        checking.some(town.pairs(app));
    }

    private void transfer(HeldApp app, Resident heir, Runnable beside) {
        var browser = new Session(heir.person(), heir.name(), caller, town);
        if (!browser.isOpen()) {
            return;
        }
        var theirs = new CredentialPages(browser, caller, town);
        credentials.offer(app, heir);
        Together.run(() -> theirs.accept(app, heir), beside);
        checking.some(town.pairs(app));
        if (browser.isOpen()) {
            persist(() -> theirs.renew(app));
        }
    }

    /** Or everyone would be disabled in the end, for many answers are lost. */
    private static void persist(BooleanSupplier act) {
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

    /** An owner makes another app, and only then this one is deleted, or none would be left. */
    private void replace() {
        AtomicReference<HeldApp> place = caller.oneOf(town.apps());
        Resident owner = caller.oneOf(town.owners());
        var browser = new Session(owner.person(), owner.name(), caller, town);
        Optional<HeldApp> made =
                browser.isOpen()
                        ? new CredentialPages(browser, caller, town).create(owner)
                        : Optional.empty();
        if (made.isPresent()) {
            HeldApp old = place.getAndSet(made.get());
            credentials.delete(old);
            checking.some(town.pairs(old));
        }
    }

    /** What was left undone when a node was lost: someone is disabled or without a team. */
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
