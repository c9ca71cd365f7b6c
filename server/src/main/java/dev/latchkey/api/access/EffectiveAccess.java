package dev.latchkey.api.access;

import dev.latchkey.api.Operation;
import dev.latchkey.api.RoutesApi;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.CredentialView;
import dev.latchkey.api.view.GrantView;
import dev.latchkey.api.view.TokenView;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.UserStores;
import dev.latchkey.storage.credential.CredentialAccess;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Puts together what a person or a credential can reach. Everything is read from where it is
 * decided: the table of rights, the grants and tokens, and the route table. {@code
 * hasManagementApi}: whether the calls of the management API exist.
 */
public record EffectiveAccess(
    UserStores users,
    CredentialStores credentials,
    ActiveGrants grants,
    Supplier<RouteTable> table,
    boolean hasManagementApi) {
  /** How many grants, credentials, tokens or people are listed. */
  public static final int MOST = 100;

  private static final SearchText ALL = new SearchText("");

  public PersonReach of(ManagedUser person, Organization home, RequestMoment now) {
    User user = person.user();
    TableRows<ActiveGrants.Grant> given =
        grants.find(
            user.id(),
            new ActiveGrants.Search(ALL, TablePage.first(ActiveGrants.Column.LAST_USE, MOST)),
            now);
    TableRows<CredentialLists.Listed> owned =
        credentials
            .lists()
            .ownedBy(
                user.id(),
                CredentialLists.Search.of(
                    ALL, TablePage.first(CredentialLists.Column.LAST_USE, MOST)),
                now);
    return new PersonReach(
        user.id(),
        user.name(),
        user.email(),
        person.state(),
        home.id(),
        person.signedInAt(),
        PersonReach.roles(user),
        PersonReach.rights(user, home),
        given.rows().stream().map(GrantView::of).toList(),
        more(given),
        owned.rows().stream().map(CredentialView.Listed::of).toList(),
        more(owned),
        opened(given.rows()));
  }

  private List<PersonReach.Opened> opened(List<ActiveGrants.Grant> given) {
    return routes()
        .map(route ->
            PersonReach.Opened.of(
                route,
                given.stream()
                    .filter(grant -> grant.scope().covers(route.scope()))
                    .map(ActiveGrants.Grant::app)
                    .distinct()
                    .toList()))
        .filter(opened -> !opened.apps().isEmpty())
        .toList();
  }

  public CredentialReach of(Credential credential, RequestMoment now) {
    CredentialLists.Listed listed =
        credentials.lists().find(credential.clientId(), now.at()).orElseThrow();
    TableRows<CredentialAccess.Listed> consents =
        credentials
            .access()
            .find(
                new CredentialAccess.Search(
                    credential.clientId(),
                    ALL,
                    TablePage.first(CredentialAccess.Column.GRANTED, MOST)),
                now);
    TableRows<OrganizationTokens.Live> tokens =
        credentials
            .tokens()
            .find(
                credential.clientId(),
                new OrganizationTokens.Search(
                    ALL, TablePage.first(OrganizationTokens.Column.CREATED, MOST)),
                now);
    var view = CredentialView.of(credential);
    return new CredentialReach(
        view.clientId(),
        view.name(),
        view.type(),
        listed.state(),
        view.orgId(),
        view.scope(),
        listed.lastUse(),
        people(credential),
        consents.rows().stream().map(CredentialReach.Consent::of).toList(),
        more(consents),
        tokens.rows().stream().map(TokenView::of).toList(),
        more(tokens),
        opened(credential.scope()));
  }

  private List<PersonReach.Opened> opened(Scopes scope) {
    return routes()
        .filter(route -> scope.covers(route.scope()))
        .map(route -> PersonReach.Opened.of(route, List.of()))
        .toList();
  }

  /** The calls of the gateway, and those of the management API that need a scope. */
  private Stream<Answers.Route> routes() {
    Stream<Answers.Route> ofGateway = table.get().routes().stream().map(RoutesApi::view);
    Stream<Answers.Route> ofManagement =
        Arrays.stream(Operation.values())
            .filter(_ -> hasManagementApi)
            .filter(operation -> !operation.needs().isEmpty())
            .map(operation ->
                new Answers.Route(
                    Operation.BASE + operation.path(),
                    Set.of(operation.method()),
                    operation.needs(),
                    true,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
    return Stream.concat(ofGateway, ofManagement);
  }

  /** The owner of a personal credential, and everyone whose role gives a right to it. */
  private List<CredentialReach.Person> people(Credential credential) {
    Organization home = users.directory().find(credential.organization()).orElseThrow();
    var found = new ArrayList<User>();
    users.directory().find(credential.owner()).ifPresent(found::add);
    users.administrators().withRights(home).stream()
        .filter(id -> !id.equals(credential.owner()))
        .flatMap(id -> users.directory().find(id).stream())
        .forEach(found::add);
    return found.stream()
        .map(user -> person(user, credential, home))
        .filter(person -> person.isOwner() || !person.rights().isEmpty())
        .toList();
  }

  private static CredentialReach.Person person(
      User user, Credential credential, Organization home) {
    return new CredentialReach.Person(
        user.id(),
        user.name(),
        user.email(),
        user.effectiveRole(),
        credential instanceof Credential.Personal && user.id().equals(credential.owner()),
        actsOn(credential).filter(act -> Rights.allow(user, act, home)).toList());
  }

  private static Stream<Rights.Act> actsOn(Credential credential) {
    return switch (credential) {
      case Credential.Organizational _ ->
          Stream.of(
              Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
              Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL,
              Rights.Act.DELETE_CREDENTIAL_OF_ORGANIZATION);
      case Credential.Personal _ ->
          Stream.of(
              Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
              Rights.Act.TRANSFER_CREDENTIAL_OF_ORGANIZATION,
              Rights.Act.END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION,
              Rights.Act.DELETE_CREDENTIAL_OF_ORGANIZATION);
    };
  }

  private static int more(TableRows<?> found) {
    return Math.max(0, found.total() - found.rows().size());
  }
}
