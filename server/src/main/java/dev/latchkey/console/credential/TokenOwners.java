package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.edge.http.Response;
import dev.latchkey.issued.TokenGuard;
import dev.latchkey.model.Id;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whose tokens a call lists or revokes. Exactly one of organization, credential and person is
 * named, so that no call ends too much.
 */
final class TokenOwners {
  private static final List<String> NAMES = List.of("org_id", "client_id", "user_id");

  static final List<ApiError> NOT_EXACTLY_ONE =
      NAMES.stream()
          .map(name -> new ApiError(name, "Name exactly one of org_id, client_id and user_id."))
          .toList();

  private TokenOwners() {}

  static boolean isExactlyOne(Function<String, Optional<String>> sent) {
    return NAMES.stream().filter(name -> sent.apply(name).isPresent()).count() == 1;
  }

  /** The one that is named; empty if it cannot exist. */
  static Optional<Whose> named(Function<String, Optional<String>> sent, Credentials credentials) {
    return sent.apply("org_id")
        .<Whose>map(id -> new Whose.OfOrganization(new Id.Organization(id)))
        .or(() ->
            sent.apply("client_id")
                .flatMap(id -> credentials.find(new Id.Client(id)))
                .map(Whose.OfCredential::new))
        .or(() -> sent.apply("user_id").flatMap(Id.USER::parse).map(Whose.OfPerson::new));
  }

  static Response refused(TokenGuard.Refused why) {
    return switch (why) {
      case NOT_FOUND -> ApiAnswer.notFound();
      case FORBIDDEN -> ApiAnswer.forbidden("The role of the caller does not allow this.");
      case PERSON_ABOVE ->
          ApiAnswer.forbidden("The role of the caller does not allow to change this person.");
    };
  }
}
