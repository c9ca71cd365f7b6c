package dev.latchkey.cli;

import dev.latchkey.config.ConfigFault;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Language;
import dev.latchkey.page.FormErrors;
import dev.latchkey.page.Words;
import java.util.stream.Collectors;

/** What is wrong with a credential that a command was to store. */
final class CredentialFlaws {
    private CredentialFlaws() {}

    /** The messages of the pages, each after the option that it is about. */
    static ConfigFault fault(FormErrors errors) {
        var words = new Words(Language.ENGLISH);
        return new ConfigFault(
                errors.errors().stream()
                        .map(error ->
                                option(error.field())
                                        + ": "
                                        + words.say(error.message(), error.values().toArray()))
                        .collect(Collectors.joining(" ")));
    }

    static ConfigFault notForOwner(Credential.Option option) {
        return new ConfigFault(
                "the option " + Fields.code(option) + " needs a super administrator as the owner");
    }

    private static String option(String field) {
        if (field.startsWith("redirect_uri")) {
            return "--redirect-uri";
        }
        return field.equals("networks") ? "--network" : "--" + field;
    }
}
