package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.run.Caller;
import dev.latchkey.faults.history.run.Node;
import dev.latchkey.faults.history.run.Reply;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;

/** The actions of an administrator or an owner on the pages about credentials. */
final class CredentialPages {
  private static final String ALL = "/organization/credentials/";
  private static final String PERSONAL = "/account/credentials/";
  private static final String OWN = PERSONAL + "new";

  private final SecureRandom random = new SecureRandom();
  private final Session session;
  private final Caller caller;
  private final Participants participants;

  CredentialPages(Session session, Caller caller, Participants participants) {
    this.session = session;
    this.caller = caller;
    this.participants = participants;
  }

  /**
   * Offers an app to a new owner. An offer does not affect any token. An earlier offer without an
   * answer is withdrawn first.
   */
  void offer(HeldApp app, NamedPerson heir) {
    String transfer = ALL + app.clientId() + "/transfer";
    session.post(caller.node(), transfer + "/withdraw", Map.of());
    session.post(caller.node(), transfer, Map.of("new_owner", heir.account().email()));
  }

  /** Accepts an offer that was made to the person who is signed in with this session. */
  void accept(HeldApp app, NamedPerson heir) {
    Node node = caller.node();
    String offer = PERSONAL + app.clientId() + "/offer";
    String version = Texts.hidden(session.get(node, offer).body(), "version");
    if (version.isEmpty()) {
      return;
    }
    Reply reply = session.post(node, offer, Map.of("version", version, "revive", "yes"));
    note(Act.of(Kind.TRANSFER, app.name(), heir.name()), reply, isSent(reply));
  }

  /**
   * Creates a new secret for an app of the signed-in person. Returns false if no secret was
   * created.
   */
  boolean renew(HeldApp app) {
    Reply reply =
        session.post(
            caller.node(),
            PERSONAL + app.clientId() + "/secrets/new",
            Map.of("form_id", Id.FORM.draw(random).value()));
    String secret = reply.between("id=\"client-secret\">", "<");
    if (!secret.isEmpty()) {
      app.renew(secret);
    }
    return !secret.isEmpty();
  }

  void delete(HeldApp app) {
    Reply reply =
        session.post(caller.node(), ALL + app.clientId() + "/delete", Map.of("name", app.title()));
    note(Act.of(Kind.DELETE, app.name()), reply, isSent(reply));
  }

  /** Creates a credential of the signed-in person. */
  Optional<HeldApp> create(NamedPerson owner) {
    String title = participants.name("App ");
    Reply reply =
        session.post(
            caller.node(),
            OWN,
            Map.of(
                "form_id",
                Id.FORM.draw(random).value(),
                "name",
                title,
                "redirect_uri",
                "https://app.example/callback",
                "scope",
                Participants.SCOPE));
    String clientId = reply.between("id=\"client-id\">", "<");
    String secret = reply.between("id=\"client-secret\">", "<");
    if (reply.status() != 200 || clientId.isEmpty() || secret.isEmpty()) {
      return Optional.empty();
    }
    var made = HeldApp.of(participants.name("app"), title, clientId, secret);
    note(Act.of(Kind.CREATE, made.name(), owner.name()), reply, true);
    return Optional.of(made);
  }

  void reissue(Machine machine) {
    Reply reply =
        session.post(
            caller.node(),
            ALL + machine.clientId() + "/tokens/new",
            Map.of("form_id", Id.FORM.draw(random).value(), "overlap", "NONE"));
    String text = reply.between("id=\"access-token\">", "<");
    if (reply.status() == 200 && !text.isEmpty()) {
      var token = new HeldToken(participants.name("token"), text);
      note(Act.of(Kind.REISSUE, machine.name(), token.name()), reply, true);
      machine.add(token);
    } else if (reply.isUnknown()) {
      note(Act.of(Kind.REISSUE, machine.name()), reply, false);
    }
  }

  void revoke(Machine machine, HeldToken token) {
    String hash = Secret.ORGANIZATION.parse(token.text()).orElseThrow().hash().text();
    Reply reply =
        session.post(
            caller.node(), ALL + machine.clientId() + "/tokens/revoke", Map.of("token", hash));
    note(Act.of(Kind.REVOKE_TOKEN, token.name()), reply, isSent(reply));
  }

  private void note(Act act, Reply reply, boolean isDone) {
    caller.note(
        act, reply, isDone ? Outcome.DONE : reply.isUnknown() ? Outcome.UNKNOWN : Outcome.REFUSED);
  }

  private static boolean isSent(Reply reply) {
    return reply.status() == 303 && !reply.isSentToSignIn();
  }
}
