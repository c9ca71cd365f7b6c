package dev.latchkey.model.credential;

import java.util.List;
import java.util.Optional;

/**
 * What an app without a credential says about itself. {@code key} identifies it: the address of its
 * document, or a hash of what it has registered, so that every copy of the same program is one app.
 * {@code links}: the homepage and the privacy policy that its document names.
 */
public record PublicClient(
    String key,
    Optional<String> host,
    String name,
    List<RedirectUri> redirectUris,
    AppProfile links) {
  public PublicClient {
    redirectUris = List.copyOf(redirectUris);
  }

  /** An app that names no links. */
  public PublicClient(
      String key, Optional<String> host, String name, List<RedirectUri> redirectUris) {
    this(key, host, name, redirectUris, AppProfile.NONE);
  }

  /** What is said about the app, with the links of its document instead of others. */
  public AppProfile over(AppProfile known) {
    return AppProfile.of(text -> links.text(text).isEmpty() ? known.text(text) : links.text(text))
        .with(known.logo());
  }
}
