package dev.latchkey.console.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.people.Directory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the credentials and the people of calls are called, for one page. {@code viewer}: people of
 * other organizations have no name for an ordinary reader.
 */
public final class CallNames {
  private final Credentials credentials;
  private final Directory directory;
  private final User viewer;
  private final Map<Id, Optional<String>> known = new HashMap<>();

  CallNames(Credentials credentials, Directory directory, User viewer) {
    this.credentials = credentials;
    this.directory = directory;
    this.viewer = viewer;
  }

  public Optional<String> credential(Id.Client client) {
    return known.computeIfAbsent(client, id -> credentials.find(client).map(Credential::name));
  }

  /** Empty for the virtual administrator of an organization credential, too. */
  public Optional<String> person(Id.Subject subject) {
    return switch (subject) {
      case Id.VirtualAdministrator _ -> Optional.empty();
      case Id.User user ->
          known.computeIfAbsent(
              user, id -> directory.find(user).filter(this::isVisible).map(User::name));
    };
  }

  private boolean isVisible(User person) {
    return viewer.role().isOfPlatform() || person.organization().equals(viewer.organization());
  }
}
