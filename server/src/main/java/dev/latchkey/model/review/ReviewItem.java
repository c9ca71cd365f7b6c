package dev.latchkey.model.review;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import java.time.Instant;
import java.util.Optional;

/**
 * A person, a token or a grant as it was when the review began.
 *
 * @param subject the id of the person or the grant, or the hash of the token
 * @param client the credential of a token or a grant
 * @param name of the person, or of the credential
 * @param about the address of the person, or the name of the one who gave the grant
 */
public record ReviewItem(
    int number,
    Kind kind,
    String subject,
    Optional<Id.Client> client,
    String name,
    String about,
    Optional<User.Role> role,
    Scopes scope,
    Optional<Instant> lastUsedAt,
    Optional<Decided> decided) {
  public enum Kind {
    /** A person with a role that gives rights in the organization. */
    PERSON,
    /** A token of an organization credential. */
    TOKEN,
    /** The access that a person has given an app. */
    GRANT
  }

  public enum Decision {
    KEPT,
    /** It had less access when this was decided than when the review began. */
    NARROWED,
    ENDED
  }

  /** {@code by}: a name. */
  public record Decided(Decision decision, String by, Instant at, String note) {}

  public static final int MOST_NOTE_CHARS = 500;

  public boolean isOpen() {
    return decided.isEmpty();
  }
}
