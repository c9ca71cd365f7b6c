package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Store;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Exchanged;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Team;
import dev.latchkey.model.TokenPair;
import dev.latchkey.model.User;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.TokenChecks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A COMMIT whose answer does not come: what became of it is asked before anybody is answered. */
class LostAnswerTest {
    private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
    private final Team team = nodes.team();
    private final User user = nodes.member(User.Role.MEMBER, team);
    private final Credential.Personal app =
            nodes.app(nodes.member(User.Role.MEMBER).id(), nodes.secret());
    private final TokenPair fresh = nodes.pair();
    private final Secret.Code code = nodes.consent(nodes.here, app, user, team).orElseThrow();

    @AfterEach
    void close() {
        nodes.close();
    }

    @Test
    void a_move_that_was_done_is_answered_as_done_and_not_done_again() {
        nodes.onTheWayHere.loseAnswerTo("COMMIT");

        assertThat(nodes.exchange(nodes.here, app, code, fresh))
                .isInstanceOf(Exchanged.Issued.class);

        assertThat(isActive(fresh.access())).isTrue();
        assertThat(nodes.exchange(nodes.here, app, code, nodes.pair()))
                .isEqualTo(Exchanged.Refused.CODE_SPENT);
    }

    @Test
    void a_move_that_was_not_done_is_done() {
        nodes.onTheWayHere.lose("COMMIT");

        assertThat(nodes.exchange(nodes.here, app, code, fresh))
                .isInstanceOf(Exchanged.Issued.class);

        assertThat(isActive(fresh.access())).isTrue();
    }

    @Test
    void of_a_transaction_of_another_life_of_the_server_nothing_is_known() {
        Transaction done =
                nodes.here.write(sql -> {
                    return Transaction.begin(sql);
                });
        Transaction before = new Transaction(done.id(), "earlier");

        assertThat(fate(done)).isEqualTo(Transaction.Fate.COMMITTED);
        assertThat(fate(before)).isEqualTo(Transaction.Fate.UNKNOWN);
    }

    @Test
    void a_transaction_that_goes_on_is_in_progress() {
        Transaction.Fate during =
                nodes.here.write(sql -> {
                    Transaction own = Transaction.begin(sql);
                    return fate(own);
                });

        assertThat(during).isEqualTo(Transaction.Fate.IN_PROGRESS);
    }

    private Transaction.Fate fate(Transaction transaction) {
        return nodes.elsewhere.read(transaction::fate);
    }

    private boolean isActive(Secret.Bearer token) {
        return new TokenChecks(nodes.elsewhere, Limits.DEFAULT, asked -> {})
                .look(token, nodes.clock.instant())
                .isPresent();
    }
}
