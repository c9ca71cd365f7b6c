package dev.latchkey.console.credential;

import dev.latchkey.console.page.EditConflict;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.User;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The fields of a credential's form as the template shows them: the entered values, the scopes to
 * choose from, and the errors. {@code conflict}: the other version, if someone saved one.
 */
public record CredentialFields(
    EnteredCredential entered,
    ScopeTable table,
    FormErrors errors,
    Optional<EditConflict> conflict) {
  static CredentialFields of(
      EnteredCredential entered, Catalogue catalogue, Scopes alreadyGranted, FormErrors errors) {
    return new CredentialFields(
        entered,
        ScopeTable.of(catalogue, alreadyGranted, entered.scope()),
        errors,
        Optional.empty());
  }

  CredentialFields with(EditConflict found) {
    return new CredentialFields(entered, table, errors, Optional.of(found));
  }

  static Scopes choosable(Catalogue catalogue, Scopes alreadyGranted) {
    var names = new ArrayList<>(catalogue.names().names());
    names.addAll(alreadyGranted.names());
    return Scopes.of(names);
  }

  public boolean has(Credential.Option option) {
    return entered.options().contains(option);
  }

  /** Whether the part of the form with what is optional is open when the page is loaded. */
  public boolean hasOptions() {
    return !entered.options().isEmpty() || !entered.networks().isEmpty() || errors.has("networks");
  }

  /** The options that a person of this role may turn on. */
  public List<Credential.Option> options(User.Role role) {
    return Arrays.stream(Credential.Option.values()).filter(option -> option.isFor(role)).toList();
  }

  public String redirectUri(int index) {
    return index < entered.redirectUris().size() ? entered.redirectUris().get(index) : "";
  }

  /** Whether the fields for further redirect URIs are open when the page is loaded. */
  public boolean hasMoreRedirectUris() {
    return entered.redirectUris().size() > 1;
  }

  public int lastRedirectUri() {
    return CredentialDraft.MAX_REDIRECT_URIS - 1;
  }
}
