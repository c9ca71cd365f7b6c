package dev.latchkey.cli;

import dev.latchkey.api.ViewJson;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Words;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Language;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is wrong with a credential that a command was to store. */
final class CredentialFlaws {
  private CredentialFlaws() {}

  /** The messages of the pages, each after the option that it is about. */
  static ConfigFault fault(FormErrors errors, Catalogue catalogue) {
    var words = new Words(Language.ENGLISH);
    return new ConfigFault(
        errors.errors().stream()
            .map(error ->
                option(error.field())
                    + ": "
                    + words.say(error.message(), error.values().toArray())
                    + hint(error, catalogue))
            .collect(Collectors.joining(" ")));
  }

  /** The pages show all scopes, and a command does not. */
  private static String hint(FormErrors.FieldError error, Catalogue catalogue) {
    if (!error.field().equals("scope")) {
      return "";
    }
    String similar =
        error.values().stream()
            .flatMap(unknown -> Stream.of(unknown.split(", ")))
            .map(typed -> SimilarNames.to(typed, catalogue.names().names()))
            .collect(Collectors.joining());
    return similar
        + " The key scopes of the configuration lists them, or without it"
        + " scopes_supported at /.well-known/oauth-authorization-server.";
  }

  static ConfigFault notForOwner(Credential.Option option) {
    return new ConfigFault(
        "the option " + ViewJson.code(option) + " needs a super administrator as the owner");
  }

  private static String option(String field) {
    if (field.startsWith("redirect_uri")) {
      return "--redirect-uri";
    }
    return field.equals("networks") ? "--network" : "--" + field;
  }
}
