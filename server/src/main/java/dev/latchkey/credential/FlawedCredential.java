package dev.latchkey.credential;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.DisplayName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why a credential cannot be stored as wanted: what is wrong with its fields. */
public record FlawedCredential(List<Flaw> flaws)
    implements CreatePersonalCredential.Outcome,
        CreateOrganizationCredential.Outcome,
        ChangeCredential.Outcome {
  /** {@code code}: which flaw of the field. {@code values}: what exactly is wrong. */
  public record Flaw(String field, String code, List<String> values) {}

  /**
   * The flaws of a personal credential; empty if it can be stored. {@code choosable}: the scopes of
   * the catalogue, and the scopes that the credential already has although they are no longer in
   * the catalogue.
   */
  static Optional<FlawedCredential> personal(WantedCredential wanted, Scopes choosable) {
    List<Flaw> flaws = common(wanted, choosable);
    List<String> uris = wanted.redirectUris();
    if (uris.isEmpty()) {
      add(flaws, "redirect_uri.0", "redirect-uri-missing");
    }
    if (uris.size() > WantedCredential.MAX_REDIRECT_URIS) {
      add(flaws, "redirect_uri.0", "redirect-uri-too-many");
    }
    for (int i = 0; i < uris.size(); i++) {
      String field = "redirect_uri." + i;
      RedirectUri.flawOf(uris.get(i)).ifPresent(flaw -> add(flaws, field, "redirect-uri." + flaw));
    }
    return of(flaws);
  }

  /**
   * The same for an organization credential. It has no redirect URI, because no browser is ever
   * redirected for it (contract 2.1).
   */
  static Optional<FlawedCredential> organizational(WantedCredential wanted, Scopes choosable) {
    return of(common(wanted, choosable));
  }

  private static Optional<FlawedCredential> of(List<Flaw> flaws) {
    return flaws.isEmpty() ? Optional.empty() : Optional.of(new FlawedCredential(flaws));
  }

  private static List<Flaw> common(WantedCredential wanted, Scopes choosable) {
    var flaws = new ArrayList<Flaw>();
    DisplayName.flawOf(wanted.name()).ifPresent(flaw -> add(flaws, "name", "name." + flaw));
    if (wanted.scope().isEmpty()) {
      add(flaws, "scope", "scope-missing");
    } else if (!choosable.covers(wanted.scope())) {
      add(
          flaws,
          "scope",
          "scope-unknown",
          String.join(", ", wanted.scope().without(choosable).names()));
    }
    for (AllowedNetworks.Flaw flaw : AllowedNetworks.flawsOf(wanted.networks())) {
      String line = String.valueOf(flaw.line());
      add(flaws, "networks", "networks." + flaw.kind(), line, flaw.entry(), flaw.meant());
    }
    AppProfile.flawOfDescription(wanted.profile().description())
        .ifPresent(flaw -> add(flaws, "description", "description." + flaw));
    for (AppProfile.Text link : AppProfile.Text.links()) {
      AppProfile.flawOfLink(wanted.profile().text(link))
          .ifPresent(flaw -> add(flaws, link.code(), "link." + flaw));
    }
    return flaws;
  }

  private static void add(List<Flaw> flaws, String field, String code, String... values) {
    flaws.add(new Flaw(field, code, List.of(values)));
  }
}
