package dev.latchkey.model.event;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What the operator says about webhooks.
 *
 * @param insideHosts hosts that may have private addresses, and may be called without TLS
 * @param insideCertificate the certificate that the certificates of those hosts are checked with
 */
public record WebhookRules(Set<String> insideHosts, Optional<Path> insideCertificate) {
  public static final WebhookRules DEFAULT = new WebhookRules(Set.of(), Optional.empty());

  public WebhookRules {
    insideHosts = Set.copyOf(insideHosts);
  }
}
