package dev.latchkey.issued;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.storage.grants.ActiveChildTokens.Whose;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The end of a child token, without a page. */
@EachStore.ForClass
class ChildTokenActTest {
  private final Latchkey latchkey;
  private final EndChildToken act;

  ChildTokenActTest(Store store) {
    this.latchkey =
        Latchkey.start(store, settings -> settings.with(new Limits(Map.of(Limit.CHILD_TOKENS, 5))));
    this.act = latchkey.installation().tokenActs().endChildToken();
  }

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @Test
  void a_child_token_is_ended_once_by_the_person_and_by_who_manages_the_credential() {
    Person owner = latchkey.administrator();
    Person person = latchkey.person();
    App app = latchkey.app(owner);
    Latchkey.Machine machine = latchkey.machine(owner, Optional.empty());
    String parent = app.tokens(latchkey.browser().signIn(person)).access();
    var ofPerson = new Whose.OfPerson(person.user().id());
    var ofApp = new Whose.OfCredential(app.credential());
    var ofMachine = new Whose.OfCredential(machine.credential());

    SecretHash first = child(parent);
    assertEnded(false, owner, first, ofPerson);
    assertEnded(false, person, first, ofApp);
    assertEnded(true, person, first, ofPerson);
    assertEnded(false, person, first, ofPerson);
    assertEnded(true, owner, child(parent), ofApp);
    SecretHash job = child(machine.token());
    assertEnded(false, person, job, ofMachine);
    assertEnded(false, owner, job, ofApp);
    assertEnded(true, owner, job, ofMachine);
  }

  private void assertEnded(boolean isEnded, Person by, SecretHash token, Whose whose) {
    var actor = new Actor.Person(by.user(), latchkey.now());
    assertThat(act.by(actor, token, whose) == EndChildToken.Outcome.ENDED).isEqualTo(isEnded);
  }

  private SecretHash child(String parent) {
    Answer answer =
        latchkey.form(
            "/oauth2/token",
            "grant_type",
            "urn:ietf:params:oauth:grant-type:token-exchange",
            "subject_token",
            parent,
            "subject_token_type",
            "urn:ietf:params:oauth:token-type:access_token",
            "actor",
            "nightly");
    return Secret.bearer(answer.text("access_token")).orElseThrow().hash();
  }
}
