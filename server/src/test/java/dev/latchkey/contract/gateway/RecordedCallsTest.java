package dev.latchkey.contract.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.call.UnownedCall;
import dev.latchkey.storage.call.CallBlocks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What the request log keeps of calls. Each is in the log after the next flush. */
class RecordedCallsTest extends OnBothStores {
  private static final List<String> CALLBACK = List.of("https://a.example/cb");
  private static final String ME = "/openapi/v2/directory/users/me";

  private final Person person = latchkey.person();
  private final Browser browser = latchkey.browser().signIn(person);
  private final App app = latchkey.app(person, CALLBACK, "read:directory:teams");
  private final Tokens tokens = app.tokens(browser);
  private final Id.Client client = app.credential().clientId();

  /** The request for the tokens. */
  private int recorded = 1;

  @Test
  void an_admitted_call_is_recorded_with_its_route_its_person_and_its_cost() {
    get("/openapi/v2/directory/teams?cursor=secret", tokens.access());

    RecordedCall call = newest();
    assertThat(call.kind()).isEqualTo(RecordedCall.Kind.GATEWAY);
    assertThat(call.outcome()).isEqualTo(RecordedCall.Outcome.ADMITTED);
    assertThat(call.asked().path()).isEqualTo("/openapi/v2/directory/teams");
    assertThat(call.asked().route()).isEqualTo("/openapi/v2/directory/teams");
    assertThat(call.caller().subject()).contains(person.user().id());
    assertThat(tokens.access()).endsWith(call.caller().ending());
    assertThat(call.cost().bytes()).isPositive();
  }

  @Test
  void a_refused_call_says_which_scope_was_missing_and_which_ones_the_token_has() {
    Answer refused = get(ME, tokens.access());

    RecordedCall call = newest();
    assertThat(refused.status()).isEqualTo(403);
    assertThat(call.decision())
        .isEqualTo(
            new RecordedCall.Decision(
                403,
                Optional.of(CallReason.MISSING_SCOPE),
                "read:directory:users",
                "read:directory:teams"));
    assertThat(refused.header("X-Request-Id")).isEqualTo(call.id());
  }

  @Test
  void the_id_of_an_answer_finds_its_call() {
    get(ME, tokens.access());
    String id = get("/openapi/v2/directory/teams", tokens.access()).header("X-Request-Id");
    get(ME, tokens.access());
    newest();

    assertThat(blocks().find(new CallSearch.Of.Credential(client), id))
        .map(call -> call.asked().path())
        .contains("/openapi/v2/directory/teams");
  }

  @Test
  void a_check_for_another_gateway_is_recorded_as_the_call_that_it_is_about() {
    get("/oauth2/check" + ME, tokens.access());

    RecordedCall call = newest();
    assertThat(call.kind()).isEqualTo(RecordedCall.Kind.CHECK);
    assertThat(call.asked().path()).isEqualTo(ME);
    assertThat(call.decision().reason()).contains(CallReason.MISSING_SCOPE);
  }

  @Test
  void a_request_for_tokens_is_recorded_for_the_credential_that_proved_itself() {
    RecordedCall call = newest();

    assertThat(call.kind()).isEqualTo(RecordedCall.Kind.TOKEN);
    assertThat(call.outcome()).isEqualTo(RecordedCall.Outcome.ADMITTED);
    assertThat(call.caller().client()).isEqualTo(client);
  }

  @Test
  void a_token_that_a_client_sends_as_its_name_is_not_recorded() {
    newest();
    latchkey.clock.pass(Duration.ofSeconds(1));
    recorded++;
    String token = tokens.access();
    Http.here()
        .get(latchkey.url() + ME, "Authorization", "Bearer " + token, "User-Agent", "Bot " + token);

    assertThat(newest().origin().userAgent()).isEqualTo("Bot lk_at_…");
  }

  @Test
  void the_first_page_of_a_credential_says_which_programs_called_last_and_how_many_were_refused() {
    newest();
    for (String program : List.of("Importer/2", "Importer/2", "Board/1")) {
      latchkey.clock.pass(Duration.ofSeconds(1));
      recorded++;
      Http.here()
          .get(
              latchkey.url() + ME,
              "Authorization",
              "Bearer " + tokens.access(),
              "User-Agent",
              program);
      newest();
    }
    latchkey.wiring().calls().flushCounts();

    String page = browser.get("/account/credentials/" + client.value()).body();

    assertThat(page)
        .contains("In 24 hours 4 calls, of which 75.0 % were refused or failed.")
        .containsSubsequence("Last callers", "Board/1", ">1<", "Importer/2", ">2<");
  }

  @Test
  void a_call_with_an_expired_token_says_whose_it_was() {
    latchkey.clock.pass(Duration.ofDays(2));

    assertThat(get(ME, tokens.access()).status()).isEqualTo(401);

    RecordedCall call = newest();
    assertThat(call.decision().reason()).contains(CallReason.EXPIRED_TOKEN);
    assertThat(call.caller().subject()).contains(person.user().id());
    assertThat(call.caller().organization()).isEqualTo(person.user().organization());
    assertThat(tokens.access()).endsWith(call.caller().ending());
  }

  @Test
  void a_call_with_the_token_before_a_refresh_says_that_it_was_replaced() {
    newest();
    latchkey.clock.pass(Duration.ofSeconds(1));
    app.refresh(tokens.refresh());

    get(ME, tokens.access());

    assertThat(newest().decision().reason()).contains(CallReason.REPLACED_TOKEN);
  }

  @Test
  void a_call_with_a_revoked_token_says_that_it_was_ended_also_for_another_gateway() {
    newest();
    latchkey.clock.pass(Duration.ofSeconds(1));
    app.revokeByForm(tokens.access());
    recorded++;

    get("/oauth2/check" + ME, tokens.access());

    RecordedCall call = newest();
    assertThat(call.kind()).isEqualTo(RecordedCall.Kind.CHECK);
    assertThat(call.decision().reason()).contains(CallReason.ENDED_TOKEN);
  }

  @Test
  void the_token_of_a_machine_has_its_credential_as_holder_and_its_subject() {
    Latchkey.Machine machine = latchkey.machine(latchkey.administrator(), Optional.empty());
    TokenKey key = TokenKey.of(Secret.ORGANIZATION.parse(machine.token()).orElseThrow());

    UnownedCall.Holder holder =
        latchkey
            .stores()
            .operation()
            .calls()
            .holders()
            .of(List.of(key), latchkey.clock.instant())
            .get(key);

    assertThat(holder)
        .isEqualTo(
            new UnownedCall.Holder(
                machine.credential().clientId(),
                machine.credential().organization(),
                machine.credential().subject(),
                CallReason.ENDED_TOKEN));
  }

  @Test
  void a_call_with_a_token_that_never_was_belongs_to_no_credential() {
    String unknown = Secret.ACCESS.mint(ThreadLocalRandom.current()).reveal();
    newest();
    Http.here().get(latchkey.url() + ME, "Authorization", "Bearer " + unknown);

    get(ME, tokens.access());

    assertThat(newest().decision().reason()).contains(CallReason.MISSING_SCOPE);
  }

  /** The clock of a test stands still, and calls of one moment have no order. */
  private Answer get(String path, String token) {
    newest();
    latchkey.clock.pass(Duration.ofSeconds(1));
    recorded++;
    return Http.here().get(latchkey.url() + path, "Authorization", "Bearer " + token);
  }

  /** A call is recorded when its answer has gone, which its caller may see first. */
  private RecordedCall newest() {
    Poll.until(() -> log().size() == recorded, "the call in the log");
    return log().getFirst();
  }

  private List<RecordedCall> log() {
    return blocks()
        .page(CallSearch.of(new CallSearch.Of.Credential(client)), Optional.empty(), 100)
        .calls();
  }

  private CallBlocks blocks() {
    latchkey.wiring().calls().flush();
    return latchkey.stores().operation().calls().blocks();
  }
}
