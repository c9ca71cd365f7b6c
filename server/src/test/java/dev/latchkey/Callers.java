package dev.latchkey;

import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Route;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.ExampleCall;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.event.TestAlert;
import dev.latchkey.harness.event.TestReview;
import dev.latchkey.harness.event.TestWebhook;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All kinds of callers that may send a request to a route. The objects that a caller asks for are
 * created for each request, and they belong to the organization of the administrators in this list.
 */
final class Callers {
  private static final String ISSUE = "/openapi/v2/issues/1";
  private static final String PROFILE = "/account/profile";

  private final Latchkey latchkey;
  private final Organization acme;
  private final Organization solo;
  private final Team studio;
  private final App app;
  private final String token;
  private final Map<Caller, Person> users = new EnumMap<>(Caller.class);
  private final Map<Caller, Browser> browsers = new EnumMap<>(Caller.class);

  enum Caller {
    STRANGER,
    MEMBER,
    TEAM_ADMINISTRATOR,
    ORGANIZATION_ADMINISTRATOR,
    AUDITOR,
    /** Of the single-team organization. */
    TEAM_AUDITOR,
    PLATFORM_AUDITOR,
    PLATFORM_OPERATOR,
    /** An administrator of another organization, who asks for objects of the first organization. */
    ADMINISTRATOR_ELSEWHERE,
    CLIENT,
    BEARER;

    static final Set<Caller> AUDITORS = EnumSet.of(AUDITOR, TEAM_AUDITOR, PLATFORM_AUDITOR);
    static final Set<Caller> PEOPLE = EnumSet.range(MEMBER, ADMINISTRATOR_ELSEWHERE);

    boolean isPerson() {
      return PEOPLE.contains(this);
    }
  }

  Callers(Latchkey latchkey) {
    this.latchkey = latchkey;
    this.acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
    this.solo = latchkey.organization(Organization.Kind.SINGLE_TEAM);
    this.studio = latchkey.team(solo);
    var elsewhere = latchkey.organization(Organization.Kind.MULTI_TEAM);
    users.put(Caller.MEMBER, latchkey.person(acme, User.Role.MEMBER, latchkey.team(acme)));
    users.put(Caller.TEAM_ADMINISTRATOR, latchkey.person(solo, User.Role.MEMBER, true, studio));
    users.put(Caller.ORGANIZATION_ADMINISTRATOR, latchkey.administrator(acme));
    users.put(Caller.AUDITOR, latchkey.person(acme, User.Role.AUDITOR, latchkey.team(acme)));
    users.put(Caller.TEAM_AUDITOR, latchkey.person(solo, User.Role.AUDITOR, true, studio));
    users.put(
        Caller.PLATFORM_AUDITOR,
        latchkey.person(latchkey.organization(), User.Role.PLATFORM_AUDITOR));
    users.put(
        Caller.PLATFORM_OPERATOR,
        latchkey.person(latchkey.organization(), User.Role.SUPER_ADMINISTRATOR));
    users.put(Caller.ADMINISTRATOR_ELSEWHERE, latchkey.administrator(elsewhere));
    Person owner = latchkey.person();
    this.app = latchkey.app(owner);
    this.token = app.tokens(latchkey.browser().signIn(owner)).access();
  }

  Answer ask(Caller caller, String method, Route route) {
    Browser browser = browsers.computeIfAbsent(caller, this::browser);
    String path = path(route, caller);
    String[] headers = headers(caller, method);
    if (method.equals("GET")) {
      return browser.get(path, headers);
    }
    Answer answer = browser.post(path, fields(caller, route.face(), browser), headers);
    if (browser.cookie(PageGuard.SESSION_COOKIE).isEmpty()) {
      browsers.remove(caller);
    }
    return answer;
  }

  private Browser browser(Caller caller) {
    return caller.isPerson() ? latchkey.browser().signIn(person(caller)) : latchkey.browser();
  }

  private Person person(Caller caller) {
    return Optional.ofNullable(users.get(caller)).orElseThrow();
  }

  /**
   * The headers that authenticate the caller, and the headers with which a gateway describes the
   * call that it asks about.
   */
  private String[] headers(Caller caller, String method) {
    Stream<String> proof =
        switch (caller) {
          case CLIENT -> Stream.of("Authorization", app.basic());
          case BEARER -> Stream.of("Authorization", "Bearer " + token);
          case STRANGER,
              MEMBER,
              TEAM_ADMINISTRATOR,
              ORGANIZATION_ADMINISTRATOR,
              AUDITOR,
              TEAM_AUDITOR,
              PLATFORM_AUDITOR,
              PLATFORM_OPERATOR,
              ADMINISTRATOR_ELSEWHERE ->
              Stream.empty();
        };
    return Stream.concat(proof, Stream.of("X-Original-Method", method, "X-Original-URI", ISSUE))
        .toArray(String[]::new);
  }

  /**
   * For a page: a form with a valid form token, so that only the access of the route can refuse it.
   * For other routes: the fields of a request, with unknown client credentials unless the caller is
   * the client.
   */
  private static Map<String, String> fields(Caller caller, Route.Audience face, Browser browser) {
    if (face == Route.Audience.PAGE) {
      Answer page = browser.get(caller.isPerson() ? PROFILE : "/sign-in");
      String formToken = Browser.hidden(page).getOrDefault("form_token", "");
      // Without "on", the request log would be turned off.
      return Map.of("form_token", formToken, "role", User.Role.MEMBER.name(), "on", "yes");
    }
    Map<String, String> fields =
        App.fields("grant_type", "authorization_code", "code", "x", "token", "x");
    return caller == Caller.CLIENT
        ? fields
        : Http.fields(fields, "client_id", "cli_x", "client_secret", "x");
  }

  private String path(Route route, Caller caller) {
    String pattern = route.pattern().toString();
    String path =
        pattern
            .replace("/openapi/v2/**", ISSUE)
            .replace("/oauth2/check/**", "/oauth2/check" + ISSUE)
            .replace("{provider}", "idp");
    if (!(route.access() instanceof Section section)) {
      return path.replaceAll("\\{[a-z_]+}", "x");
    }
    Ids ids = ids(section, caller);
    boolean isPersonal = pattern.contains("/transfer") || pattern.contains("/access");
    return path.replace("{client_id}", isPersonal ? ids.app : ids.machine)
            .replace("{user_id}", ids.member)
            .replace("{team_id}", ids.team)
            .replace("{organization_id}", ids.organization)
            .replace("{entry_id}", entry(ids.organization))
            .replace("{request_id}", call(ids))
            .replace("{webhook_id}", webhook(section, ids.organization))
            .replace("{alert_id}", alert(section, ids.organization))
            .replace(
                "{review_id}",
                pattern.contains("{review_id}")
                    ? TestReview.of(
                        latchkey, ids.organization.equals(solo.id().value()) ? solo : acme)
                    : "")
            .replace("{number}", "1")
        + "?organization="
        + ids.organization;
  }

  /** A webhook of the organization, or of the platform. */
  private String webhook(Section section, String organization) {
    return TestWebhook.of(
            latchkey,
            Optional.of(new Id.Organization(organization))
                .filter(_ -> section != Section.PLATFORM_WEBHOOKS))
        .value();
  }

  /** An alert of the organization, or of the platform. */
  private String alert(Section section, String organization) {
    return TestAlert.of(
            latchkey,
            Optional.of(new Id.Organization(organization))
                .filter(_ -> section != Section.PLATFORM_ALERTS))
        .value();
  }

  /** A call with a token of the machine, for the member. */
  private String call(Ids ids) {
    RecordedCall like =
        ExampleCall.of(
            new Id.Client(ids.machine),
            new Id.Organization(ids.organization),
            latchkey.clock.instant());
    return ExampleCall.in(latchkey, ExampleCall.forPerson(new Id.User(ids.member), like));
  }

  /** The newest entry of the audit log of the organization. */
  private String entry(String organization) {
    var search = AuditSearch.of(new Id.Organization(organization));
    var found = latchkey.stores().operation().auditRecords().page(search, 1);
    return String.valueOf(found.entries().getFirst().number());
  }

  /** The ids of the objects in one organization. */
  private record Ids(String organization, String team, String member, String app, String machine) {}

  private Ids ids(Section section, Caller caller) {
    Organization organization =
        switch (section.area()) {
          case TEAM_SETTINGS -> solo;
          case AUDIT, ORGANIZATION ->
              caller == Caller.TEAM_ADMINISTRATOR || caller == Caller.TEAM_AUDITOR ? solo : acme;
          case HOME, MY_ACCOUNT, ORGANIZATION_SETTINGS, OPEN_INTERFACE, PLATFORM -> acme;
        };
    Team team = organization.equals(solo) ? studio : latchkey.team(acme);
    Person member = latchkey.person(organization, User.Role.MEMBER, team);
    return new Ids(
        organization.id().value(),
        team.id().value(),
        member.id(),
        latchkey.app(member).id(),
        latchkey.machine(member, Optional.of(team)).credential().clientId().value());
  }
}
