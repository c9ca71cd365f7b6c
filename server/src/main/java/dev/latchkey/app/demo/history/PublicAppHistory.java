package dev.latchkey.app.demo.history;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.publicclient.PublicClientReview;
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

  /** The one that is in {@code apps.txt}, because it was let in. */
  private static final String ALLOWED = "Code Editor Assistant";

  void tell() {
    policy("Acme", "olga", 52);
    ask(ALLOWED, "editor.example.net", "siobhan.obrien", 48);
    Id.Client fresh = Id.CLIENT.draw(past.random());
    at(44, now -> decide(ALLOWED, "editor.example.net", Optional.of(fresh), now));
    ask("Screen Recorder", "recorder.example.org", "joao.pereira", 38);
    at(34, now -> decide("Screen Recorder", "recorder.example.org", Optional.empty(), now));
    ask("Meeting Notes Agent", "notes.example.net", "mei", 6);
    ask("Terminal Assistant", "terminal.example.org", "dmytro.kovalenko", 3);
    ask("设计评审助手", "design.example.net", "li.xiaoming", 1);
    policy("Solo Studio", "tara", 45);
    ask("Invoice Reader", "invoices.example.net", "paolo.ricci", 4);
  }

  private void at(int ago, Consumer<RequestMoment> act) {
    past.timeline().add(past.days().atWork(ago), SignIns.OFFICE, act);
  }

  private CredentialStores stores() {
    return past.stores().credentials();
  }

  private void policy(String organization, String by, int ago) {
    var policy =
        new ClientPolicy(
            ClientPolicy.Rule.ASK,
            List.of(),
            apps.row(ALLOWED).scopes(),
            (int) LONGEST.toDays(),
            0);
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

  private void ask(String name, String host, String person, int ago) {
    at(
        ago,
        now ->
            stores()
                .publicClients()
                .admit(
                    app(name, host),
                    past.cast().person(person),
                    Id.CLIENT.draw(past.random()),
                    now));
  }

  private void decide(String name, String host, Optional<Id.Client> fresh, RequestMoment now) {
    Organization acme = past.cast().organization("Acme");
    var decision = new PublicClientReview.Decision(app(name, host).key(), fresh, 1);
    stores().publicClientReview().decide(acme.id(), decision, past.cast().id("olga"), now);
    fresh.ifPresent(client -> apps.know(name, client, Optional.empty()));
  }
}
