package dev.latchkey.console.credential;

import dev.latchkey.console.page.PageRequest;
import dev.latchkey.edge.http.Form;
import dev.latchkey.model.Credential;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.Scopes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a person typed into the form of a credential. The values stay as they were typed, so that
 * nothing has to be typed again after an error.
 */
public record EnteredCredential(
    String name,
    List<String> redirectUris,
    Scopes scope,
    Set<Credential.Option> options,
    String networks,
    int version) {

  static final EnteredCredential NOTHING =
      new EnteredCredential("", List.of(), Scopes.NONE, Set.of(), "", 0);

  /** What an operator entered about a new credential. {@code networks}: one in each line. */
  public static EnteredCredential ofNew(
      String name,
      List<String> redirectUris,
      Scopes scope,
      Set<Credential.Option> options,
      String networks) {
    return new EnteredCredential(name, redirectUris, scope, options, networks, 0);
  }

  public EnteredCredential {
    redirectUris = List.copyOf(redirectUris);
    options = Set.copyOf(options);
  }

  /** Options that have no effect for a person of this role are neither shown nor stored. */
  static EnteredCredential in(PageRequest request) {
    Form form = request.form();
    List<String> options = form.all("option");
    return new EnteredCredential(
        form.value("name").orElse("").strip(),
        form.all("redirect_uri").stream().map(String::strip).distinct().toList(),
        Scopes.of(form.all("scope")),
        Arrays.stream(Credential.Option.values())
            .filter(option -> options.contains(option.name()))
            .filter(option -> option.isFor(request.user().role()))
            .collect(Collectors.toSet()),
        networks(form),
        version(form));
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

  EnteredCredential withRedirectUri(String uri) {
    var more = new ArrayList<>(redirectUris);
    more.add(uri);
    return new EnteredCredential(name, more, scope, options, networks, version);
  }

  /** The version of the credential at the time when the form was shown. */
  static int version(Form form) {
    return form.value("version")
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(Integer::parseInt)
        .orElse(0);
  }

  /** The same values, entered for another version of the credential. */
  EnteredCredential at(int otherVersion) {
    return new EnteredCredential(name, redirectUris, scope, options, networks, otherVersion);
  }

  public static EnteredCredential of(Credential credential) {
    return switch (credential) {
      case Credential.Personal personal ->
          new EnteredCredential(
              personal.name(),
              personal.redirectUris().stream().map(RedirectUri::text).toList(),
              personal.scope(),
              personal.options(),
              personal.networks().text(),
              personal.version());
      case Credential.Organizational machine ->
          new EnteredCredential(
              machine.name(),
              List.of(),
              machine.scope(),
              Set.of(),
              machine.networks().text(),
              machine.version());
    };
  }
}
