package dev.latchkey.protocol.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.outside.DocumentFetch;
import dev.latchkey.edge.outside.InsideTls;
import dev.latchkey.edge.outside.OutsideCalls;
import dev.latchkey.harness.AppSite;
import dev.latchkey.harness.Poll;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.model.person.User;
import dev.latchkey.protocol.authorize.ClientDocuments.Found;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Documents of apps at a site that does not always answer (security row P4). */
class ClientDocumentsTest {
  private static final String CALLBACK = "http://127.0.0.1:8123/callback";
  private static final Duration REUSE = Duration.ofMinutes(5);
  private static final Duration USABLE_WITHOUT_ANSWER = Duration.ofMinutes(10);

  private final AppSite site = new AppSite();
  private final ClientDocuments documents =
      new ClientDocuments(
          new DocumentFetch(
              new OutsideCalls(
                  Set.of("localhost"),
                  () ->
                      InsideTls.trusting(Optional.of(site.certificate().files().certificate())))));
  private final SecureRandom random = new SecureRandom();
  private final Id.Organization home = Id.ORGANIZATION.draw(random);
  private final User person = person(home);
  private final ExecutorService browsers = Executors.newVirtualThreadPerTaskExecutor();
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");

  @AfterEach
  void stop() {
    site.close();
    browsers.shutdownNow();
  }

  @Test
  void documents_that_hang_keep_nobody_else_from_theirs() throws Exception {
    site.publish("/good", CALLBACK);
    List<Future<Found>> hanging = hang(person, 2);

    assertThat(find("/good", person)).as("the same person").isEqualTo(Found.Failed.TOO_MANY);
    assertThat(find("/good", person(home))).isInstanceOf(Found.Described.class);

    release(hanging);
    assertThat(find("/good", person)).as("then").isInstanceOf(Found.Described.class);
  }

  @Test
  void too_many_at_once_is_not_remembered() throws Exception {
    site.publish("/good", CALLBACK);
    List<Future<Found>> hanging = hang(person, 2);
    assertThat(find("/good", person)).isEqualTo(Found.Failed.TOO_MANY);

    release(hanging);

    assertThat(find("/good", person)).isInstanceOf(Found.Described.class);
  }

  @Test
  void the_people_of_one_organization_keep_nobody_of_another_from_theirs() throws Exception {
    site.publish("/good", CALLBACK);
    List<Future<Found>> hanging =
        IntStream.range(0, 8)
            .mapToObj(i -> hang("/of-" + i + "-", person(home), 2))
            .flatMap(List::stream)
            .toList();

    assertThat(find("/good", person)).isEqualTo(Found.Failed.TOO_MANY);
    assertThat(find("/good", person(Id.ORGANIZATION.draw(random))))
        .isInstanceOf(Found.Described.class);

    release(hanging);
  }

  @Test
  void a_document_is_used_for_some_minutes_while_its_host_does_not_answer() {
    site.publish("/app", CALLBACK);
    Found before = find("/app", person);
    site.publish("/app", 503, "text/plain", "");

    now = now.plus(REUSE);
    assertThat(find("/app", person)).isEqualTo(before);
    int asked = site.requests();
    assertThat(find("/app", person)).isEqualTo(before);
    assertThat(site.requests()).as("it is not asked each time").isEqualTo(asked);

    now = now.plus(USABLE_WITHOUT_ANSWER);
    assertThat(find("/app", person)).isEqualTo(Found.Failed.NOT_DESCRIBED);
  }

  @Test
  void a_document_that_was_withdrawn_or_changed_is_not_used_any_more() {
    String json = "application/json";
    site.publish("/gone", CALLBACK);
    site.publish("/changed", CALLBACK);
    assertThat(find("/gone", person)).isInstanceOf(Found.Described.class);
    assertThat(find("/changed", person)).isInstanceOf(Found.Described.class);
    site.publish("/gone", 404, json, "");
    site.publish("/changed", 200, json, "{}");

    now = now.plus(REUSE);

    assertThat(find("/gone", person)).isEqualTo(Found.Failed.NOT_DESCRIBED);
    assertThat(find("/changed", person)).isEqualTo(Found.Failed.NOT_DESCRIBED);
  }

  private Found find(String path, User who) {
    return documents.find(PublicClientId.parse(site.address(path)).orElseThrow(), who, now);
  }

  private List<Future<Found>> hang(User who, int number) {
    return hang("/hangs-", who, number);
  }

  private List<Future<Found>> hang(String path, User who, int number) {
    int before = site.requests();
    List<Future<Found>> hanging =
        IntStream.range(0, number)
            .mapToObj(i -> {
              site.hold(path + i);
              return browsers.submit(() -> find(path + i, who));
            })
            .toList();
    Poll.until(() -> site.requests() == before + number, "requests for the documents");
    return hanging;
  }

  private void release(List<Future<Found>> hanging) throws Exception {
    site.releaseAll();
    for (Future<Found> each : hanging) {
      each.get();
    }
  }

  private User person(Id.Organization organization) {
    return new User(
        Id.USER.draw(random),
        "person@example.com",
        "Person",
        organization,
        User.Role.MEMBER,
        List.of());
  }
}
