package dev.latchkey.console.credential;

import dev.latchkey.console.page.EditConflict;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fields of a credential's forms as the templates show them: the entered values, the scopes to
 * choose from, and the errors.
 */
public record CredentialFields(WantedCredential entered, ScopeTable table, FormErrors errors) {
  private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

  static CredentialFields of(
      WantedCredential entered, Catalogue catalogue, Scopes alreadyGranted, FormErrors errors) {
    return new CredentialFields(
        entered, ScopeTable.of(catalogue, alreadyGranted, entered.scope()), errors);
  }

  /** Options that have no effect for a person of this role are neither shown nor stored. */
  static WantedCredential entered(PageRequest request) {
    Form form = request.form();
    List<String> options = form.all("option");
    return new WantedCredential(
        text(form, "name"),
        form.all("redirect_uri").stream().map(String::strip).distinct().toList(),
        Scopes.of(form.all("scope")),
        Arrays.stream(Credential.Option.values())
            .filter(option -> options.contains(option.name()))
            .filter(option -> option.isFor(request.user().role()))
            .collect(Collectors.toSet()),
        networks(form),
        profile(form));
  }

  private static AppProfile profile(Form form) {
    return AppProfile.of(text ->
        WHITE_SPACE.matcher(text(form, text.code())).replaceAll(text.isLink() ? "$0" : " "));
  }

  private static String text(Form form, String name) {
    return form.value(name).orElse("").strip();
  }

  /** The lines of the field, without the spaces around them. */
  private static String networks(Form form) {
    return form.value("networks")
        .orElse("")
        .lines()
        .map(String::strip)
        .collect(Collectors.joining("\n"))
        .strip();
  }

  /**
   * What is wrong with the fields of a new credential so far, for the script that shows it when a
   * person leaves a field. The form itself is checked in the same way when it is sent.
   */
  static Response check(Page page, Optional<FlawedCredential> flawed) {
    var messages = new LinkedHashMap<String, String>();
    flawed
        .map(FormErrors::of)
        .orElse(FormErrors.NONE)
        .errors()
        .forEach(error -> messages.putIfAbsent(error.field(), page.say(error)));
    byte[] answer =
        Json.write(json -> {
          json.writeObjectPropertyStart("errors");
          messages.forEach(json::writeStringProperty);
          json.writeEndObject();
        });
    return Response.json(200, answer);
  }

  /** What each field has in what is saved, and in what was entered. */
  static List<EditConflict.Difference> differences(
      Page page, WantedCredential saved, WantedCredential yours) {
    Stream<EditConflict.Difference> fields =
        Stream.of(
            EditConflict.Difference.of(page.say("credential.name"), saved.name(), yours.name()),
            EditConflict.Difference.of(
                page.say("credential.redirect-uris"), saved.redirectUris(), yours.redirectUris()),
            EditConflict.Difference.of(
                page.say("credential.scope"), saved.scope().names(), yours.scope().names()),
            EditConflict.Difference.of(
                page.say("credential.options"), options(page, saved), options(page, yours)),
            EditConflict.Difference.of(
                page.say("credential.networks"),
                saved.networks().lines().toList(),
                yours.networks().lines().toList()));
    Stream<EditConflict.Difference> texts =
        Stream.of(AppProfile.Text.values())
            .map(text ->
                EditConflict.Difference.of(
                    page.say("profile." + text),
                    saved.profile().text(text),
                    yours.profile().text(text)));
    return Stream.concat(fields, texts).toList();
  }

  private static List<String> options(Page page, WantedCredential entered) {
    return entered.options().stream().map(option -> page.say("option." + option)).toList();
  }

  public boolean has(Credential.Option option) {
    return entered.options().contains(option);
  }

  /** Whether the part of the form with what is optional is open when the page is loaded. */
  public boolean hasOptions() {
    return !entered.options().isEmpty()
        || !entered.networks().isEmpty()
        || entered.profile().hasText()
        || errors.has("networks")
        || Stream.of(AppProfile.Text.values()).map(AppProfile.Text::code).anyMatch(errors::has);
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
    return WantedCredential.MAX_REDIRECT_URIS - 1;
  }
}
