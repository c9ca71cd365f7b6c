package dev.latchkey.storage.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.Network;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.cache.RowCache;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.limit.Throttle;
import dev.latchkey.storage.sqlite.OtherWriters;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The cache of rows, here of client proofs, tested directly. For tokens see {@link TokenCacheTest}.
 */
class RowCacheTest {
  private final RandomGenerator random = new SplittableRandom(7);
  private final Path shared = Latchkey.temporaryDirectory().resolve("visits");
  private final ChangeVersions versions = new ChangeVersions(OtherWriters.open(shared));
  private final RowCache<ClientProof.Claim, ClientProof> cache =
      new RowCache<>(versions, ClientProofs.CACHE_SLOTS, ClientProof.Claim::slotHash);
  private final ClientProof proof = proof("192.0.2.1");

  @Test
  void it_is_invalid_from_before_a_commit_that_changes_it_and_cached_again_after()
      throws Exception {
    List<Runnable> touches =
        List.of(
            () -> versions.row(proof.claim().secret()),
            () -> versions.row(proof.throttle().bucket()),
            () -> versions.row(proof.claim().client().value()),
            () -> versions.row(proof.credential().owner().value()));
    for (Runnable touch : touches) {
      keep(proof, cache.moment());
      assertThat(cache.peek(proof.claim())).contains(proof);
      touch.run();

      versions.during(() -> {
        assertThat(cache.peek(proof.claim())).as("under way").isEmpty();
        keep(proof, cache.moment());
        assertThat(cache.peek(proof.claim())).as("read under way").isEmpty();
      });

      assertThat(cache.peek(proof.claim())).as("afterwards").isEmpty();
    }
  }

  @Test
  void a_value_read_before_a_commit_is_not_cached_after_it() throws Exception {
    ChangeVersions.Moment before = cache.moment();
    versions.row(proof.throttle().bucket());
    versions.during(() -> {});

    keep(proof, before);

    assertThat(cache.find(proof.claim())).isEmpty();
  }

  @Test
  void a_commit_that_changes_other_rows_does_not_affect_it() throws Exception {
    ChangeVersions.Moment before = cache.moment();
    versions.row(proof("192.0.2.1").claim().secret());
    versions.during(() -> keep(proof, before));

    assertThat(cache.find(proof.claim())).contains(proof);
  }

  @Test
  void a_commit_by_another_process_invalidates_everything() throws Exception {
    keep(proof, cache.moment());

    OtherWriters.open(shared).during(() -> {});

    assertThat(cache.find(proof.claim())).isEmpty();
  }

  @Test
  void a_proof_read_again_replaces_the_old_one() {
    var drained = full(proof, Instant.EPOCH);
    keep(proof, cache.moment());
    keep(drained, cache.moment());

    assertThat(cache.find(proof.claim())).contains(drained);
  }

  @Test
  void a_flood_from_many_addresses_only_evicts() {
    keep(proof, cache.moment());
    List<ClientProof> flood =
        Stream.iterate(0, i -> i + 1)
            .limit(10 * ClientProofs.CACHE_SLOTS)
            .map(i -> fromAddress(proof, "2001:db8::" + Integer.toHexString(i)))
            .toList();

    flood.forEach(each -> keep(each, cache.moment()));

    var found = new ArrayList<ClientProof>();
    flood.forEach(each -> cache.find(each.claim()).ifPresent(found::add));
    assertThat(found).as("all the room is used").hasSize(ClientProofs.CACHE_SLOTS);
    assertThat(Set.copyOf(flood).containsAll(found)).as("only what was stored").isTrue();
  }

  @Test
  void a_hundred_callers_do_not_evict_each_other() {
    List<ClientProof> callers = Stream.generate(() -> proof("192.0.2.1")).limit(100).toList();

    callers.forEach(each -> keep(each, cache.moment()));

    assertThat(callers).allMatch(each -> cache.find(each.claim()).equals(Optional.of(each)));
  }

  private void keep(ClientProof read, ChangeVersions.Moment before) {
    cache.keep(read.claim(), read, read.dependencies(), before);
  }

  private ClientProof proof(String address) {
    Id.Client client = Id.CLIENT.draw(random);
    return new ClientProof(
        new ClientProof.Claim(client, Secret.CLIENT.mint(random).hash(), new Network(address)),
        new Credential.Personal(
            client,
            "App",
            Id.ORGANIZATION.draw(random),
            Id.USER.draw(random),
            Scopes.parse("read:issue:info"),
            List.of(new RedirectUri("https://app.example/callback")),
            Set.of(),
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            Instant.EPOCH,
            1),
        Throttle.secrets(client, new Network(address), 20),
        Optional.empty());
  }

  private static ClientProof fromAddress(ClientProof proof, String address) {
    var claim = proof.claim();
    return new ClientProof(
        new ClientProof.Claim(claim.client(), claim.secret(), new Network(address)),
        proof.credential(),
        Throttle.secrets(claim.client(), new Network(address), 20),
        Optional.empty());
  }

  private static ClientProof full(ClientProof proof, Instant until) {
    return new ClientProof(proof.claim(), proof.credential(), proof.throttle(), Optional.of(until));
  }
}
