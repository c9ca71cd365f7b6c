package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.TokenView;
import dev.latchkey.credential.RevokeToken;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.issued.RevokeTokens;
import dev.latchkey.issued.TokenGuard;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.RightsChanged;
import dev.latchkey.model.time.WrittenTime;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.issued.TokenSelection;
import dev.latchkey.storage.query.TablePage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The calls of the management API about tokens. */
public record TokensApi(
    ManagedCredentials managed,
    OrganizationTokens tokens,
    RevokeToken revokeToken,
    RevokeTokens revokeTokens) {

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
    return switch (revokeToken.by(
        request.actor(), ManagedCredentials.named(request), token.get())) {
      case REVOKED, ENDED_BEFORE -> ApiAnswer.done();
      case NOT_FOUND -> ApiAnswer.notFound();
    };
  }

  /** Exactly one of organization, credential and person is named, so that no call ends too much. */
  private Response revokeMany(ApiRequest request, ApiFields fields) {
    Optional<String> time = fields.text("issued_before");
    Optional<Instant> before =
        time.flatMap(text -> WrittenTime.parsePast(text, request.moment().at()));
    if (time.isPresent() && before.isEmpty()) {
      return flawed("issued_before", "It must be a time in the past such as 2026-01-31T12:00:00Z.");
    }
    if (!TokenOwners.isExactlyOne(fields::text)) {
      return ApiAnswer.flawed(400, TokenOwners.NOT_EXACTLY_ONE);
    }
    return TokenOwners.named(fields::text, managed.guard().credentials())
        .map(whose -> revoke(request, new TokenSelection(whose, before)))
        .orElseGet(ApiAnswer::notFound);
  }

  private static Response flawed(String field, String description) {
    return ApiAnswer.flawed(400, List.of(new ApiError(field, description)));
  }

  private Response revoke(ApiRequest request, TokenSelection which) {
    return switch (revokeTokens.by(request.actor(), which)) {
      case RevokeTokens.Revoked(var ended) ->
          ApiAnswer.of(200, new Answers.Revoked(ended.grants(), ended.organizationTokens()));
      case RevokeTokens.OwnerChanged _ -> throw new RightsChanged();
      case TokenGuard.Refused refused -> TokenOwners.refused(refused);
    };
  }
}
