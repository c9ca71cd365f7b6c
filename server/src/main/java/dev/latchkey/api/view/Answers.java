package dev.latchkey.api.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.Teams;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What single calls answer with. */
public final class Answers {
  private Answers() {}

  /** Who the caller is, and what it may do. */
  public record Me(
      Id.Subject sub,
      Id.Organization orgId,
      Optional<Id.Team> teamId,
      Id.Client clientId,
      Scopes scope,
      Optional<Instant> expiresAt,
      Optional<String> name,
      Optional<String> email,
      Optional<User.Role> role,
      List<Rights.Act> rights) {}

  /** A call of the open interface. */
  public record Route(
      String path,
      Set<String> methods,
      Scopes scope,
      boolean isBuiltIn,
      Optional<String> deprecated,
      Optional<String> sunset,
      Optional<String> deprecationLink) {}

  public record CreatedOrganization(@Flattened Organizations.View organization, Teams.View team) {}

  /** This is the only answer that shows the secret. */
  public record NewSecret(
      Id.Client clientId, String clientSecret, SecretHash secretId, String ending) {
    @Override
    public String toString() {
      return "NewSecret[" + secretId + "]";
    }
  }

  /** How much was revoked. */
  public record Revoked(int grants, int organizationTokens) {}

  /** A message that is sent to a webhook within a second. */
  public record TestEvent(String eventId) {}

  /** How many deliveries are sent again. */
  public record Replayed(int deliveries) {}

  /** The page of a list, beside its entries. */
  public record Page(int total, int page, int limit, Optional<Integer> nextPage) {}

  /** A list that is complete in one answer. */
  public record Whole(int total) {}

  /** A list of few entries, which nobody counts. */
  public record Uncounted() {}

  /** A list that is read from one position to the next. */
  public record Following(Optional<String> nextCursor) {}

  /** The same, where the entries are counted. */
  public record CountedFollowing(int total, int limit, Optional<String> nextCursor) {}
}
