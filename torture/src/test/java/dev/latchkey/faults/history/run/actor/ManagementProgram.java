package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.run.Caller;
import dev.latchkey.faults.history.run.Node;
import dev.latchkey.faults.history.run.Reply;
import java.util.List;

/**
 * A program that does with the management API what administrators do in the pages. It also revokes
 * everything of a person, a credential or the organization, and changes the networks of
 * credentials.
 */
public final class ManagementProgram implements Runnable {
  private static final String ELSEWHERE = "{\"networks\":[\"192.0.2.0/24\"]}";
  private static final String EVERYWHERE = "{\"networks\":[]}";
  private static final int TRIES = 30;

  private final Participants participants;
  private final Caller caller;
  private final Checking checking;

  public ManagementProgram(Participants participants, Caller caller) {
    this.participants = participants;
    this.caller = caller;
    this.checking = new Checking(caller);
  }

  /** A credential, and the tokens that it has now. */
  private record Client(String name, String clientId, List<HeldToken> tokens) {}

  @Override
  public void run() {
    int random = caller.random().nextInt(100);
    if (random < 2) {
      revokeAll(Act.ORGANIZATION, "org_id", participants.organization().value());
      checking.some(participants.pairs());
      participants.machines().forEach(each -> each.tokens().forEach(checking::everywhere));
    } else if (random < 25) {
      disable(caller.oneOf(participants.users()));
    } else if (random < 45) {
      NamedPerson user = caller.oneOf(participants.users());
      revokeAll(user.name(), "user_id", user.account().id());
      checking.some(user.tokens().pairs());
    } else if (random < 60) {
      Client client = client();
      revokeAll(client.name, "client_id", client.clientId);
      client.tokens.forEach(checking::everywhere);
    } else {
      shutOut(machine());
    }
  }

  private Client machine() {
    Machine machine = caller.oneOf(participants.machines());
    return new Client(machine.name(), machine.clientId(), machine.tokens());
  }

  private Client client() {
    if (caller.chance(40)) {
      return machine();
    }
    HeldApp app = caller.oneOf(participants.apps()).get();
    return new Client(
        app.name(),
        app.clientId(),
        participants.pairs(app).stream().limit(4).map(HeldPair::token).toList());
  }

  private void disable(NamedPerson user) {
    change(Act.of(Kind.DISABLE, user.name()), "/users/" + user.account().id(), "/disable", "");
    checking.some(user.tokens().pairs());
    for (int i = 0; i < TRIES && !enable(user); i++) {
      Thread.onSpinWait();
    }
    checking.some(user.tokens().pairs());
  }

  private boolean enable(NamedPerson user) {
    return change(Act.of(Kind.ENABLE, user.name()), "/users/" + user.account().id(), "/enable", "");
  }

  private void revokeAll(String name, String field, String id) {
    String json = "{\"%s\":\"%s\"}".formatted(field, id);
    note(Act.of(Kind.REVOKE_ALL, name), ask("POST /tokens/revoke", json, ""));
  }

  private void shutOut(Client client) {
    String path = "/credentials/" + client.clientId;
    change(Act.of(Kind.SHUT_OUT, client.name), path, "", ELSEWHERE);
    client.tokens.forEach(checking::everywhere);
    for (int i = 0; i < TRIES && !letIn(client, path); i++) {
      Thread.onSpinWait();
    }
    client.tokens.forEach(checking::everywhere);
  }

  private boolean letIn(Client client, String path) {
    return change(Act.of(Kind.LET_IN, client.name), path, "", EVERYWHERE);
  }

  /** Changes something in the version that it has now. Returns false if it may be unchanged. */
  private boolean change(Act act, String path, String action, String json) {
    Reply read = ask("GET " + path, "", "");
    if (read.status() == 404) {
      return true;
    }
    if (read.status() != 200) {
      return false;
    }
    String version = read.answer().map(answer -> answer.all("ETag").getFirst()).orElseThrow();
    String method = json.isEmpty() ? "POST " : "PATCH ";
    Reply reply = ask(method + path + action, json, version);
    note(act, reply);
    return reply.status() / 100 == 2;
  }

  private Reply ask(String call, String json, String version) {
    Node node = caller.node();
    String token = participants.manager().text();
    return caller.ask(node, new Requests(node.address()).manage(call, json, token, version));
  }

  private void note(Act act, Reply reply) {
    caller.note(
        act,
        reply,
        reply.status() / 100 == 2
            ? Outcome.DONE
            : reply.isUnknown() ? Outcome.UNKNOWN : Outcome.REFUSED);
  }
}
