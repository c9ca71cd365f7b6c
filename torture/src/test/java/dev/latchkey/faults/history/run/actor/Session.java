package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.run.Caller;
import dev.latchkey.faults.history.run.Node;
import dev.latchkey.faults.history.run.Reply;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.load.Address;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The browser of a person, with the cookies of the current sign-in. */
final class Session {
  private static final String SIGN_IN = "/sign-in";

  private final Person person;
  private final String user;
  private final Caller caller;
  private final Participants participants;
  private final Map<String, String> cookies = new TreeMap<>();
  private String name = "";
  private String formToken = "";

  Session(Person person, String user, Caller caller, Participants participants) {
    this.person = person;
    this.user = user;
    this.caller = caller;
    this.participants = participants;
  }

  /** The name of the session in the history; empty before the first sign-in. */
  String name() {
    return name;
  }

  /** Signs in if necessary. Returns false if the sign-in failed; the next call tries again. */
  boolean isOpen() {
    return !name.isEmpty() || signIn();
  }

  Reply get(Node node, String path) {
    return kept(caller.ask(node, node.address().get(path, cookie())));
  }

  /** Sends a form of a page, with the form token of this session. */
  Reply post(Node node, String path, Map<String, String> fields) {
    String body = Http.encoded(Http.fields(fields, "form_token", formToken));
    Reply reply = kept(caller.ask(node, node.address().post(path, Address.FORM, body, cookie())));
    if (reply.isSentToSignIn()) {
      name = "";
    }
    return reply;
  }

  /** Must be called when a page redirects to sign-in, because the session has ended. */
  void forget() {
    name = "";
  }

  private boolean signIn() {
    cookies.clear();
    Node node = caller.node();
    formToken = Texts.hidden(get(node, SIGN_IN).body(), "form_token");
    if (formToken.isEmpty()) {
      return false;
    }
    Reply reply =
        kept(
            caller.ask(
                node,
                node.address()
                    .post(
                        SIGN_IN,
                        Address.FORM,
                        Http.encoded(
                            Map.of(
                                "email", person.email(),
                                "password", person.password(),
                                "form_token", formToken)),
                        cookie())));
    boolean isSignedIn = reply.status() == 303;
    String fresh = participants.name("s");
    caller.note(
        Act.of(Kind.SIGN_IN, fresh, user),
        reply,
        isSignedIn ? Outcome.DONE : reply.isUnknown() ? Outcome.UNKNOWN : Outcome.REFUSED);
    if (!isSignedIn) {
      return false;
    }
    formToken = Texts.hidden(get(node, "/account/profile").body(), "form_token");
    name = formToken.isEmpty() ? "" : fresh;
    return !name.isEmpty();
  }

  private Reply kept(Reply reply) {
    for (String cookie : reply.cookies()) {
      String[] pair = cookie.split(";", 2)[0].split("=", 2);
      if (cookie.contains("Max-Age=0")) {
        cookies.remove(pair[0]);
      } else {
        cookies.put(pair[0], pair[1]);
      }
    }
    return reply;
  }

  private String cookie() {
    return cookies.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining("; ", "Cookie: ", ""));
  }
}
