package dev.latchkey.app.demo.history;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.publicclient.ClientRequests;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.publicclient.PublicClients;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Apps without a credential, such as agents that speak MCP: the policy of an organization, those
 * that people have asked for, and what administrators have decided.
 */
record PublicAppHistory(Past past, AppHistory apps) {
  /** How long people can allow one. */
  static final Duration LONGEST = Duration.ofDays(90);

  /** What such apps can get at most. */
  private static final Scopes POLICY =
      Scopes.parse(
          "read:issue:info,read:issue:comments,read:project:info,read:sprint:info,read:wiki:pages,"
              + "write:issue:comments,write:issue:info,write:wiki:pages");

  /** The one that is in {@code apps.txt}, because it was let in. */
  private static final String ALLOWED = "Code Editor Assistant";

  private static final String RECORDER = "Screen Recorder";
  private static final String EDITOR = "editor.example.net";

  void tell() {
    policy("Acme", "olga", 52);
    ask(
        app(ALLOWED, EDITOR),
        new Asking("siobhan.obrien", 48, "Finds the issue of a commit while I write it."),
        "read:issue:info read:issue:comments read:project:info write:issue:comments write:issue:info");
    Id.Client fresh = Id.CLIENT.draw(past.random());
    at(44, now -> allow(fresh, now));
    ask(
        app(RECORDER, "recorder.example.org"),
        new Asking("joao.pereira", 38, "To attach recordings to bugs."),
        "read:issue:info write:file:content");
    at(34, this::deny);
    PublicClient notes = app("Meeting Notes Agent", "notes.example.net");
    for (Asking asking :
        List.of(
            new Asking("mei", 6, "It writes the minutes of our planning into the wiki."),
            new Asking("kofi.mensah", 5, ""),
            new Asking("priya.raghunathan", 4, "Same as Mei: minutes of the triage."),
            new Asking("lukas.hoffmann", 2, ""))) {
      ask(notes, asking, "read:issue:info read:sprint:info write:wiki:pages write:issue:comments");
    }
    ask(
        app("Terminal Assistant", "terminal.example.org"),
        new Asking("dmytro.kovalenko", 3, ""),
        "");
    ask(
        app("设计评审助手", "design.example.net"),
        new Asking("li.xiaoming", 1, "评审设计稿时读取工作项和评论。"),
        "read:issue:info read:issue:comments");
    policy("Solo Studio", "tara", 45);
    ask(
        app("Invoice Reader", "invoices.example.net"),
        new Asking("paolo.ricci", 4, "Reads the hours of a project for its invoice."),
        "read:issue:info read:project:info");
  }

  private void at(int ago, Consumer<RequestMoment> act) {
    past.timeline().add(past.days().atWork(ago), SignIns.OFFICE, act);
  }

  private CredentialStores stores() {
    return past.stores().credentials();
  }

  private void policy(String organization, String by, int ago) {
    var policy =
        new ClientPolicy(ClientPolicy.Rule.ASK, List.of(), POLICY, (int) LONGEST.toDays(), 0);
    at(
        ago,
        now ->
            stores()
                .clientPolicies()
                .change(
                    past.cast().organization(organization).id(), policy, past.cast().id(by), now));
  }

  private static PublicClient app(String name, String host) {
    return new PublicClient(
        "https://%s/oauth/client.json".formatted(host),
        Optional.of(host),
        name,
        List.of(new RedirectUri("https://%s/oauth/callback".formatted(host))));
  }

  /** Who asks for an app, how many days ago, and why. */
  private record Asking(String person, int ago, String reason) {}

  private void ask(PublicClient app, Asking asking, String scope) {
    var wanted = new ClientRequests.Wanted(app, asking.reason, Scopes.parse(scope));
    at(
        asking.ago,
        now -> stores().clientRequests().ask(wanted, past.cast().person(asking.person), now));
  }

  /** It gets less than it asked for. */
  private void allow(Id.Client fresh, RequestMoment now) {
    var allowing =
        new PublicClientReview.Allowing(
            fresh, past.cast().id("olga"), apps.row(ALLOWED).scopes(), Optional.empty());
    decide(
        app(ALLOWED, EDITOR),
        Optional.of(allowing),
        "Comments are fine, changes of issues are not.",
        now);
    apps.know(ALLOWED, fresh, Optional.empty());
  }

  private void deny(RequestMoment now) {
    decide(
        app(RECORDER, "recorder.example.org"),
        Optional.empty(),
        "It keeps recordings outside the company. Use the recorder of the browser.",
        now);
  }

  private void decide(
      PublicClient app,
      Optional<PublicClientReview.Allowing> allowing,
      String note,
      RequestMoment now) {
    Organization acme = past.cast().organization("Acme");
    var decision =
        new PublicClientReview.Decision(app.key(), PublicClients.State.WAITING, 1, allowing, note);
    var olga = new Actor.Person(past.cast().person("olga"), now);
    stores().publicClientReview().decide(acme.id(), decision, olga);
  }
}
