package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Store;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Team;
import dev.latchkey.model.TokenPair;
import dev.latchkey.model.User;
import dev.latchkey.storage.Exchanged;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.TokenChecks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The response to a COMMIT is lost: its outcome is queried before the caller gets a result. */
class LostAnswerTest {
    private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
    private final Team team = nodes.team();
    private final User user = nodes.member(User.Role.MEMBER, team);
    private final Credential.Personal app =
            nodes.app(nodes.member(User.Role.MEMBER).id(), nodes.secret());
    private final TokenPair fresh = nodes.pair();
    private final Secret.Code code = nodes.consent(nodes.thisNode, app, user, team).orElseThrow();

    @AfterEach
    void close() {
        nodes.close();
    }

    @Test
    void a_write_that_was_made_is_reported_as_made_and_not_repeated() {
        nodes.statementsOfThisNode.loseAnswerTo("COMMIT");

        assertThat(nodes.exchange(nodes.thisNode, app, code, fresh))
                .isInstanceOf(Exchanged.Issued.class);

        assertThat(isActive(fresh.access())).isTrue();
        assertThat(nodes.exchange(nodes.thisNode, app, code, nodes.pair()))
                .isEqualTo(Exchanged.Refused.CODE_SPENT);
    }

    @Test
    void a_write_that_was_not_made_is_made() {
        nodes.statementsOfThisNode.lose("COMMIT");

        assertThat(nodes.exchange(nodes.thisNode, app, code, fresh))
                .isInstanceOf(Exchanged.Issued.class);

        assertThat(isActive(fresh.access())).isTrue();
    }

    @Test
    void the_outcome_of_a_transaction_before_a_restart_is_unknown() {
        Transaction done =
                nodes.thisNode.write(sql -> {
                    return Transaction.begin(sql);
                });
        Transaction before = new Transaction(done.id(), "earlier");

        assertThat(fate(done)).isEqualTo(Transaction.Fate.COMMITTED);
        assertThat(fate(before)).isEqualTo(Transaction.Fate.UNKNOWN);
    }

    @Test
    void a_running_transaction_is_in_progress() {
        Transaction.Fate during =
                nodes.thisNode.write(sql -> {
                    Transaction own = Transaction.begin(sql);
                    return fate(own);
                });

        assertThat(during).isEqualTo(Transaction.Fate.IN_PROGRESS);
    }

    private Transaction.Fate fate(Transaction transaction) {
        return nodes.otherNode.read(transaction::fate);
    }

    private boolean isActive(Secret.Bearer token) {
        return new TokenChecks(nodes.otherNode, Limits.DEFAULT, asked -> {})
                .look(token, nodes.clock.instant())
                .isPresent();
    }
}
