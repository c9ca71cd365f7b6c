package dev.latchkey.model.credential;

import java.util.Optional;

/**
 * What a token may be used for: its scopes and, if it was requested for one part of the open
 * interface only, this part.
 */
public record Allowance(Scopes scope, Optional<Resource> resource) {
  /** What an app may use that has asked for these scopes and, perhaps, for a resource. */
  public static Allowance of(Scopes scope, Optional<Resource> asked) {
    return new Allowance(scope, asked.filter(part -> !part.equals(Resource.OPEN_INTERFACE)));
  }

  /**
   * The same, or a part of it that an app has asked for. Empty if the app asked for a resource that
   * is not a part of it (RFC 8707 2.2).
   */
  public Optional<Allowance> within(Optional<Resource> asked) {
    if (asked.isEmpty() || asked.equals(resource)) {
      return Optional.of(this);
    }
    return resource.isPresent() ? Optional.empty() : Optional.of(of(scope, asked));
  }
}
