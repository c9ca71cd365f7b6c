package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.view.Answers;
import dev.latchkey.credential.RevokeToken;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.issued.TokenActs;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.issued.IssuedTokens;
import dev.latchkey.storage.issued.TokenSelection;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import java.util.List;
import java.util.Optional;

/**
 * The calls of the management API that list active tokens of every kind and revoke a single one. A
 * grant is one entry: its access token and its refresh token are revoked together.
 */
public record IssuedTokensApi(
    IssuedTokens issued, OrganizationTokens tokens, RevokeToken revokeToken, TokenActs acts) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_TOKENS, this::list),
        guard.route(Operation.REVOKE_TOKEN, this::revoke));
  }

  /** A part of the list: the newest entries, or those after a position, at most so many. */
  private record Part(IssuedTokens.Position after, int most) {}

  /** Exactly one of organization, credential and person is named, as for a revocation. */
  private Response list(ApiRequest request) {
    ApiQuery query = request.query();
    // The call is refused if one of them is no id.
    query.id("org_id", Id.ORGANIZATION);
    query.id("client_id", Id.CLIENT);
    query.id("user_id", Id.USER);
    var part = new Part(position(query), query.limit(ApiQuery.MAX_TOKENS));
    if (!TokenOwners.isExactlyOne(query::value)) {
      TokenOwners.NOT_EXACTLY_ONE.forEach(each -> query.refuse(each.field(), each.description()));
    }
    return query.answer(() ->
        TokenOwners.named(query::value, acts.guard().credentials().credentials())
            .map(whose -> answer(request, whose, part))
            .orElseGet(ApiAnswer::notFound));
  }

  private static IssuedTokens.Position position(ApiQuery query) {
    Optional<String> cursor = query.value("cursor");
    if (cursor.isEmpty()) {
      return IssuedTokens.Position.NEWEST;
    }
    Optional<IssuedTokens.Position> position = cursor.flatMap(IssuedTokens.Position::parse);
    if (position.isEmpty()) {
      query.refuse("cursor", "It must be the next_cursor of the answer before.");
    }
    return position.orElse(IssuedTokens.Position.NEWEST);
  }

  private Response answer(ApiRequest request, Whose whose, Part part) {
    var act = Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION;
    return acts.guard()
        .refuse(request.actor(), whose, act)
        .map(TokenOwners::refused)
        .orElseGet(() -> list(request, whose, part));
  }

  private Response list(ApiRequest request, Whose whose, Part part) {
    var which = TokenSelection.of(whose);
    IssuedTokens.Found found = issued.find(which, part.after(), part.most(), request.moment());
    int total = issued.count(which, request.moment()).total();
    Optional<String> next = found.next().map(IssuedTokens.Position::text);
    return ApiAnswer.list(
        "tokens", found.tokens(), new Answers.CountedFollowing(total, part.most(), next));
  }

  /** A token that has ended before is answered in the same way. */
  private Response revoke(ApiRequest request) {
    String token = request.segment("token_id");
    return Id.GRANT
        .parse(token)
        .map(grant -> revoke(request, grant))
        .or(() -> SecretHash.parse(token).map(hash -> revoke(request, hash)))
        .orElseGet(ApiAnswer::notFound);
  }

  private Response revoke(ApiRequest request, SecretHash token) {
    return tokens
        .credentialOf(token)
        .map(client -> revokeToken.by(request.actor(), client, token))
        .filter(outcome -> outcome != RevokeToken.Outcome.NOT_FOUND)
        .map(done -> ApiAnswer.done())
        .orElseGet(ApiAnswer::notFound);
  }

  private Response revoke(ApiRequest request, Id.Grant grant) {
    return switch (acts.endGrant().by(request.actor(), grant)) {
      case ENDED -> ApiAnswer.done();
      case NOT_FOUND -> ApiAnswer.notFound();
      case EDIT_CONFLICT -> ApiAnswer.changedBefore();
    };
  }
}
