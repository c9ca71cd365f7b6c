package dev.latchkey.storage.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.person.Device;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.people.PendingSignIns.Completed;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Codes that complete a sign-in, on two nodes. All were correct when they were compared. */
@EachStore.ForClass
class PendingSignInsTest {
  private final SecureRandom random = new SecureRandom();
  private final List<RecoveryCode> codes =
      Stream.generate(() -> RecoveryCode.draw(random)).limit(8).toList();
  private final Nodes nodes;
  private final PendingSignIns here;
  private final PendingSignIns there;
  private final User user;

  PendingSignInsTest(Store store) {
    nodes = Nodes.open(store);
    here = new PendingSignIns(nodes.thisNode, Limits.DEFAULT);
    there = new PendingSignIns(nodes.otherNode, Limits.DEFAULT);
    user = nodes.member(User.Role.MEMBER);
  }

  @BeforeEach
  void createCodes() {
    nodes.thisNode.write(sql -> {
      SecondFactors.replaceCodes(sql, user.id(), codes);
      return codes;
    });
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void of_many_codes_for_one_sign_in_one_is_spent() {
    Secret.PendingSignIn pending = begun();

    List<Completed> done =
        Crowd.of(codes.size(), i -> complete(i % 2 == 0 ? here : there, pending, codes.get(i)));

    assertThat(done).containsOnlyOnce(Completed.SIGNED_IN);
    assertThat(done).filteredOn(each -> each == Completed.OVER).hasSize(codes.size() - 1);
    assertThat(codesLeft()).isEqualTo(codes.size() - 1);
  }

  @Test
  void a_sign_in_whose_code_was_spent_before_goes_on_waiting() {
    assertThat(complete(here, begun(), codes.getFirst())).isEqualTo(Completed.SIGNED_IN);
    Secret.PendingSignIn pending = begun();

    assertThat(complete(there, pending, codes.getFirst())).isEqualTo(Completed.CODE_SPENT);
    assertThat(complete(there, pending, codes.getLast())).isEqualTo(Completed.SIGNED_IN);
    assertThat(complete(here, pending, codes.get(1))).isEqualTo(Completed.OVER);
    assertThat(codesLeft()).isEqualTo(codes.size() - 2);
  }

  private Secret.PendingSignIn begun() {
    Secret.PendingSignIn key = Secret.PENDING_SIGN_IN.mint(random);
    nodes.thisNode.write(sql -> {
      PendingSignIns.insert(sql, key, user.id(), nodes.now("browser"));
      return key;
    });
    return key;
  }

  private Completed complete(PendingSignIns node, Secret.PendingSignIn pending, RecoveryCode code) {
    return node.complete(
        pending,
        new SecondFactors.Attempt.Known(user.id(), Optional.empty()),
        new FactorProof.ByRecovery(code),
        new Sessions.NewSession(nodes.session(), Optional.empty(), Device.UNKNOWN),
        nodes.now("browser"));
  }

  private int codesLeft() {
    return nodes
        .otherNode
        .read(sql ->
            sql.all(
                "SELECT 'a code' AS what FROM recovery_codes WHERE user_id = ?",
                row -> row.text("what"),
                user.id()))
        .size();
  }
}
