package dev.latchkey.storage.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.model.Id;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.sqlite.OtherWriters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rows that many tokens have in common: no value is returned that may mix two moments. */
class SharedRowsTest {
  private static final Id.User OWNER = new Id.User("user_owner");
  private static final Id.Client ONE = new Id.Client("app_one");
  private static final Id.Client OTHER = new Id.Client("app_other");

  private final ChangeVersions versions =
      new ChangeVersions(OtherWriters.open(Latchkey.temporaryDirectory().resolve("visits")));
  private final List<Id.Client> queried = new ArrayList<>();
  private final SharedRows<Id.Client, String> names = new SharedRows<>(versions, 64, this::query);
  private Runnable duringQuery = () -> {};

  private List<SharedRows.Found<Id.Client, String>> query(List<Id.Client> clients) {
    queried.addAll(clients);
    duringQuery.run();
    return clients.stream()
        .map(client ->
            new SharedRows.Found<>(
                client,
                "the name of " + client.value(),
                ChangeVersions.Dependencies.of(client, OWNER)))
        .toList();
  }

  @Test
  void each_row_is_read_once_and_those_not_cached_together() {
    find(ONE, ONE);
    find(ONE, OTHER);

    assertThat(find(ONE, OTHER)).containsOnlyKeys(ONE, OTHER);
    assertThat(queried).containsExactly(ONE, OTHER);
  }

  @Test
  void a_row_that_changes_while_it_is_read_is_not_returned() {
    duringQuery = () -> change(ONE);

    assertThat(find(ONE, OTHER)).containsOnlyKeys(OTHER);

    duringQuery = () -> {};
    assertThat(find(ONE, OTHER)).containsOnlyKeys(ONE, OTHER);
  }

  @Test
  void a_row_that_changes_after_it_was_read_is_read_again() {
    find(ONE, OTHER);
    change(ONE);
    queried.clear();

    assertThat(find(ONE, OTHER)).containsOnlyKeys(ONE, OTHER);
    assertThat(queried).containsExactly(ONE);
  }

  private Map<Id.Client, String> find(Id.Client... clients) {
    return names.find(Stream.of(clients), versions.moment());
  }

  private void change(Id.Client client) {
    versions.row(client.value());
    try {
      versions.during(() -> {});
    } catch (SQLException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
