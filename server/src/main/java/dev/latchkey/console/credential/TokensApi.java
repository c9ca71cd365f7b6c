package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.TokenView;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Rights;
import dev.latchkey.model.RightsChanged;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TablePage;
import dev.latchkey.model.WrittenTime;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.issued.TokenRevocation;
import dev.latchkey.storage.issued.TokenSelection;
import dev.latchkey.storage.people.UserAdministration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The calls of the management API about tokens. */
public record TokensApi(
    OrganizationApiGuard organizationGuard,
    ManagedCredentials managed,
    UserAdministration people,
    OrganizationTokens tokens,
    TokenRevocation revocation) {
  /** Whose tokens a call is about. Exactly one of them is named. */
  static final List<String> OWNERS = List.of("org_id", "client_id", "user_id");

  static final List<ApiError> NOT_EXACTLY_ONE =
      OWNERS.stream()
          .map(name -> new ApiError(name, "Name exactly one of org_id, client_id and user_id."))
          .toList();

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_CREDENTIAL_TOKENS, this::list),
        guard.route(Operation.REVOKE_CREDENTIAL_TOKEN, this::revoke),
        guard.route(
            Operation.REVOKE_TOKENS,
            request -> request.withFields(fields -> revokeMany(request, fields))));
  }

  private Response list(ApiRequest request) {
    return managed.with(
        Credential.Organizational.class,
        Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
        request,
        credential -> list(request, credential.clientId()));
  }

  private Response list(ApiRequest request, Id.Client client) {
    ApiQuery query = request.query();
    TablePage<OrganizationTokens.Column> page = query.page(OrganizationTokens.Column.class);
    var search = new OrganizationTokens.Search(query.text(), page);
    return query.answer(() ->
        ApiAnswer.list(
            "tokens", page, tokens.find(client, search, request.moment()), TokenView::of));
  }

  /** A token that has ended before is answered in the same way. */
  private Response revoke(ApiRequest request) {
    Optional<SecretHash> token = SecretHash.parse(request.segment("token_id"));
    if (token.isEmpty()) {
      return ApiAnswer.notFound();
    }
    return managed.with(
        Credential.Organizational.class,
        Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL,
        request,
        credential -> {
          tokens.revoke(credential, token.get(), request.by(), request.moment());
          return ApiAnswer.done();
        });
  }

  /** Exactly one of organization, credential and person is named, so that no call ends too much. */
  private Response revokeMany(ApiRequest request, ApiFields fields) {
    Optional<String> time = fields.text("issued_before");
    Optional<Instant> before =
        time.flatMap(text -> WrittenTime.parsePast(text, request.moment().at()));
    if (time.isPresent() && before.isEmpty()) {
      return flawed("issued_before", "It must be a time in the past such as 2026-01-31T12:00:00Z.");
    }
    Optional<String> organization = fields.text("org_id");
    Optional<String> client = fields.text("client_id");
    Optional<String> user = fields.text("user_id");
    if (Stream.of(organization, client, user).filter(Optional::isPresent).count() != 1) {
      return ApiAnswer.flawed(400, NOT_EXACTLY_ONE);
    }
    return organization
        .map(id -> ofOrganization(request, new Id.Organization(id), before))
        .or(() -> client.map(id -> ofCredential(request, id, before)))
        .or(() -> user.map(id -> ofPerson(request, id, before)))
        .orElseThrow();
  }

  private static Response flawed(String field, String description) {
    return ApiAnswer.flawed(400, List.of(new ApiError(field, description)));
  }

  private Response ofOrganization(
      ApiRequest request, Id.Organization id, Optional<Instant> before) {
    return organizationGuard.in(
        id,
        request,
        Rights.Act.END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION,
        organization ->
            revoke(request, new TokenSelection.Whose.OfOrganization(organization.id()), before));
  }

  private Response ofCredential(ApiRequest request, String client, Optional<Instant> before) {
    return managed
        .guard()
        .find(
            request.actor(),
            new Id.Client(client),
            Rights.Act.END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION)
        .map(found -> revoke(request, new TokenSelection.Whose.OfCredential(found), before))
        .orElseGet(ApiAnswer::notFound);
  }

  private Response ofPerson(ApiRequest request, String user, Optional<Instant> before) {
    var found = Id.USER.parse(user).flatMap(people::find);
    if (found.isEmpty()) {
      return ApiAnswer.notFound();
    }
    var person = found.get().user();
    var theirs = new TokenSelection.Whose.OfPerson(person.id());
    return request.actor().is(person.id())
        ? revoke(request, theirs, before)
        : organizationGuard.in(
            person.organization(),
            request,
            Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION,
            home ->
                request.actor().mayManage(person, home)
                    ? revoke(request, theirs, before)
                    : ApiAnswer.forbidden(
                        "The role of the caller does not allow to change" + " this person."));
  }

  private Response revoke(
      ApiRequest request, TokenSelection.Whose whose, Optional<Instant> before) {
    TokenRevocation.Ended ended =
        revocation
            .end(new TokenSelection(whose, before), request.moment())
            .orElseThrow(RightsChanged::new);
    return ApiAnswer.of(200, new Answers.Revoked(ended.grants(), ended.organizationTokens()));
  }
}
