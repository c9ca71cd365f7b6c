package dev.latchkey.model.credential;

import java.util.List;
import java.util.Optional;

/**
 * What an app without a credential says about itself. {@code key} identifies it: the address of its
 * document, or a hash of what it has registered, so that every copy of the same program is one app.
 */
public record PublicClient(
    String key, Optional<String> host, String name, List<RedirectUri> redirectUris) {
  public PublicClient {
    redirectUris = List.copyOf(redirectUris);
  }
}
