package dev.latchkey.model.credential;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Whether apps without a credential can be used at all, which the operator decides; then each
 * organization decides for its people.
 *
 * @param documents whether the address of a document is accepted as {@code client_id}
 * @param registration whether programs on people's computers may register themselves (RFC 7591)
 * @param insideHosts hosts whose documents may come from private addresses
 * @param insideCertificate the certificate that those hosts' certificates are checked with
 */
public record PublicClientRules(
    boolean documents,
    boolean registration,
    Set<String> insideHosts,
    Optional<Path> insideCertificate) {
  public static final PublicClientRules OFF =
      new PublicClientRules(false, false, Set.of(), Optional.empty());

  public PublicClientRules {
    insideHosts = Set.copyOf(insideHosts);
  }

  /** Whether the operator lets organizations use apps without a credential. */
  public boolean isOffered() {
    return documents || registration;
  }
}
