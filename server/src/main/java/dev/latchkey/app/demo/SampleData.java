package dev.latchkey.app.demo;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fills an empty store with two organizations, a person of every role, and credentials to try. It
 * also collects the passwords and secrets for {@link DemoFile}, because they are known only at this
 * moment.
 */
final class SampleData {
  private static final Scopes FIRST_APP =
      Scopes.parse(
          "read:directory:users,read:project:info,read:issue:info,"
              + "write:issue:info,read:issue:comments,write:issue:comments");
  private static final Scopes SECOND_APP =
      Scopes.parse("read:directory:users,read:sprint:info,read:wiki:pages");
  private static final Scopes MACHINE =
      Scopes.parse(
          "read:directory:users,read:directory:teams,read:directory:organization,read:project:info,read:issue:info,write:issue:info");

  private final DemoStore store;
  private final ObjectNode contents = Json.object();

  private SampleData(DemoStore store) {
    this.store = store;
  }

  static ObjectNode fill(DemoStore store, String origin) {
    return new SampleData(store).fill(origin);
  }

  private ObjectNode fill(String origin) {
    Organization acme = organization("Acme", Organization.Kind.MULTI_TEAM);
    Organization solo = organization("Solo Studio", Organization.Kind.SINGLE_TEAM);
    Team apollo = team("Apollo", acme);
    Team borealis = team("Borealis", acme);
    Team studio = team("Studio", solo);

    User sam =
        person(
            "sam",
            "Sam Super",
            acme,
            User.Role.SUPER_ADMINISTRATOR,
            new User.Membership(apollo, false));
    User olga =
        person(
            "olga",
            "Olga Organizer",
            acme,
            User.Role.ORGANIZATION_ADMINISTRATOR,
            new User.Membership(apollo, false));
    User mei =
        person(
            "mei",
            "Mei Member",
            acme,
            User.Role.MEMBER,
            new User.Membership(apollo, false),
            new User.Membership(borealis, false));
    person("ada", "Ada Auditor", acme, User.Role.AUDITOR, new User.Membership(apollo, false));
    person("mo", "Mo Member", acme, User.Role.MEMBER, new User.Membership(borealis, false));
    person("tara", "Tara Team-Lead", solo, User.Role.MEMBER, new User.Membership(studio, true));

    personal("Issue Helper", olga, FIRST_APP, origin);
    personal("Sprint Board", mei, SECOND_APP, origin);
    contents.put("organization_token", organizational("Nightly Export", sam, acme));
    return contents;
  }

  private Organization organization(String name, Organization.Kind kind) {
    var organization = new Organization(Id.ORGANIZATION.draw(store.random()), name, kind);
    store.directory().add(organization, store.now());
    return organization;
  }

  private Team team(String name, Organization organization) {
    var team = new Team(Id.TEAM.draw(store.random()), name, organization.id());
    store.directory().add(team, store.now());
    contents
        .withArray("teams")
        .addObject()
        .put("team_id", team.id().value())
        .put("name", name)
        .put("org_id", organization.id().value());
    return team;
  }

  private User person(
      String first,
      String name,
      Organization home,
      User.Role role,
      User.Membership... memberships) {
    var user =
        new User(
            Id.USER.draw(store.random()),
            first + "@example.com",
            name,
            home.id(),
            role,
            List.of(memberships));
    String password = Secret.CLIENT.mint(store.random()).reveal().substring(6, 22);
    store
        .directory()
        .add(user, store.passwords().hash(password, user.email(), store.now()), store.now());
    ObjectNode entry =
        contents
            .withArray("users")
            .addObject()
            .put("email", user.email())
            .put("password", password)
            .put("user_id", user.id().value())
            .put("role", user.effectiveRole().name().toLowerCase(Locale.ROOT));
    var teamIds = entry.putArray("team_ids");
    user.teams().forEach(each -> teamIds.add(each.team().id().value()));
    return user;
  }

  private void personal(String name, User owner, Scopes scope, String origin) {
    Id.Client client = Id.CLIENT.draw(store.random());
    RedirectUri redirectUri = CallbackPage.address(client, origin);
    var credential =
        new Credential.Personal(
            client,
            name,
            owner.organization(),
            owner.id(),
            scope,
            List.of(redirectUri),
            Set.of(),
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            store.now().at(),
            1);
    Secret.Client secret = Secret.CLIENT.mint(store.random());
    store.credentials().newCredentials().create(credential, secret, Optional.empty(), store.now());
    contents
        .withArray("credentials")
        .addObject()
        .put("client_id", credential.clientId().value())
        .put("client_secret", secret.reveal())
        .put("redirect_uri", redirectUri.text())
        .put("scope", scope.joined(Scopes.Separator.COMMA))
        .put("owner", owner.id().value());
  }

  private String organizational(String name, User owner, Organization organization) {
    var credential =
        new Credential.Organizational(
            Id.CLIENT.draw(store.random()),
            name,
            organization.id(),
            owner.id(),
            MACHINE,
            Id.VIRTUAL_ADMINISTRATOR.draw(store.random()),
            new Reach(organization.id(), Optional.empty()),
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            store.now().at(),
            1);
    Secret.Organization token = Secret.ORGANIZATION.mint(store.random());
    store.credentials().newCredentials().create(credential, token, Optional.empty(), store.now());
    return token.reveal();
  }
}
