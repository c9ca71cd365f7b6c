package dev.latchkey.console.credential;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.FormErrors.FieldError;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Credential;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.Scopes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The result of checking what was entered: the settings of a valid credential, or the errors of the
 * fields.
 */
sealed interface CredentialDraft {
  int MAX_REDIRECT_URIS = 10;

  record Sound(
      String name,
      List<RedirectUri> redirectUris,
      Scopes scope,
      Set<Credential.Option> options,
      AllowedNetworks networks)
      implements CredentialDraft {}

  record Flawed(FormErrors errors) implements CredentialDraft {}

  /**
   * {@code choosable}: the scopes of the catalogue, and the scopes that the credential already has
   * although they are no longer in the catalogue.
   */
  static CredentialDraft personal(EnteredCredential entered, Scopes choosable) {
    List<FieldError> errors = errors(entered, choosable);
    errors.addAll(redirectUriErrors(entered.redirectUris()));
    return errors.isEmpty()
        ? new Sound(
            entered.name(),
            entered.redirectUris().stream().map(RedirectUri::new).toList(),
            entered.scope(),
            entered.options(),
            AllowedNetworks.parse(entered.networks()))
        : new Flawed(new FormErrors(400, errors));
  }

  /**
   * An organization credential has no redirect URI, because no browser is ever redirected for it
   * (contract 2.1).
   */
  static CredentialDraft organizational(EnteredCredential entered, Scopes choosable) {
    List<FieldError> errors = errors(entered, choosable);
    return errors.isEmpty()
        ? new Sound(
            entered.name(),
            List.of(),
            entered.scope(),
            Set.of(),
            AllowedNetworks.parse(entered.networks()))
        : new Flawed(new FormErrors(400, errors));
  }

  private static List<FieldError> errors(EnteredCredential entered, Scopes choosable) {
    var errors = new ArrayList<FieldError>();
    DisplayName.flawOf(entered.name())
        .ifPresent(flaw -> errors.add(new FieldError("name", "flaw.name." + flaw)));
    if (entered.scope().isEmpty()) {
      errors.add(new FieldError("scope", "flaw.scope-missing"));
    } else if (!choosable.covers(entered.scope())) {
      errors.add(unknownScopes(entered.scope(), choosable));
    }
    for (AllowedNetworks.Flaw flaw : AllowedNetworks.flawsOf(entered.networks())) {
      List<String> values = List.of(String.valueOf(flaw.line()), flaw.entry(), flaw.meant());
      errors.add(new FieldError("networks", "flaw.networks." + flaw.kind(), values));
    }
    return errors;
  }

  static FieldError unknownScopes(Scopes entered, Scopes choosable) {
    String unknown = String.join(", ", entered.without(choosable).names());
    return new FieldError("scope", "flaw.scope-unknown", List.of(unknown));
  }

  private static List<FieldError> redirectUriErrors(List<String> redirectUris) {
    if (redirectUris.isEmpty()) {
      return List.of(new FieldError("redirect_uri.0", "flaw.redirect-uri-missing"));
    }
    var errors = new ArrayList<FieldError>();
    if (redirectUris.size() > MAX_REDIRECT_URIS) {
      errors.add(new FieldError("redirect_uri.0", "flaw.redirect-uri-too-many"));
    }
    for (int i = 0; i < redirectUris.size(); i++) {
      Optional<RedirectUri.Flaw> flaw = RedirectUri.flawOf(redirectUris.get(i));
      if (flaw.isPresent()) {
        String message = "flaw.redirect-uri." + flaw.get();
        errors.add(new FieldError("redirect_uri." + i, message));
      }
    }
    return errors;
  }
}
