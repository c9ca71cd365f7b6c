package dev.latchkey.cli.credential;

import dev.latchkey.api.ViewJson;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.SimilarNames;
import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.credential.logo.LogoReader;
import dev.latchkey.model.Language;
import dev.latchkey.model.Words;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Credential;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is wrong with a credential that a command was to store. */
final class CredentialFlaws {
  private CredentialFlaws() {}

  /** The messages of the pages, each after the option that it is about. */
  static ConfigFault fault(FlawedCredential flawed, Catalogue catalogue) {
    var words = new Words(Language.ENGLISH);
    return new ConfigFault(
        flawed.flaws().stream()
            .map(flaw ->
                option(flaw.field())
                    + ": "
                    + words.say("flaw." + flaw.code(), flaw.values().toArray())
                    + hint(flaw, catalogue))
            .collect(Collectors.joining(" ")));
  }

  static ConfigFault fault(LogoReader.Flaw flaw) {
    return new ConfigFault("--logo: " + new Words(Language.ENGLISH).say("flaw.logo." + flaw));
  }

  /** The pages show all scopes, and a command does not. */
  private static String hint(FlawedCredential.Flaw flaw, Catalogue catalogue) {
    if (!flaw.field().equals("scope")) {
      return "";
    }
    String similar =
        flaw.values().stream()
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
