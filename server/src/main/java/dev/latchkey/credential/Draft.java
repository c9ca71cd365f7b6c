package dev.latchkey.credential;

import dev.latchkey.model.Credential;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.Scopes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was entered, judged: a credential that may be made, or what is wrong in which field. */
sealed interface Draft {
    int MAX_REDIRECT_URIS = 10;

    record Sound(
            String name,
            List<RedirectUri> redirectUris,
            Scopes scope,
            Set<Credential.Option> options)
            implements Draft {}

    /** Field to the key of the sentence that stands beside it. */
    record Flawed(Map<String, String> flaws) implements Draft {}

    /** {@code choosable}: the catalogue, and what the credential has although it left it. */
    static Draft personal(Entered entered, Scopes choosable) {
        var flaws = flaws(entered, choosable);
        if (entered.redirectUris().isEmpty()) {
            flaws.put("redirect_uri.0", "flaw.redirect-uri-missing");
        }
        for (int i = 0; i < entered.redirectUris().size(); i++) {
            String field = "redirect_uri." + i;
            RedirectUri.flawOf(entered.redirectUris().get(i))
                    .ifPresent(flaw -> flaws.put(field, "flaw.redirect-uri." + flaw));
        }
        if (entered.redirectUris().size() > MAX_REDIRECT_URIS) {
            flaws.put("redirect_uri.0", "flaw.redirect-uri-too-many");
        }
        return flaws.isEmpty()
                ? new Sound(
                        entered.name(),
                        entered.redirectUris().stream().map(RedirectUri::new).toList(),
                        entered.scope(),
                        entered.options())
                : new Flawed(flaws);
    }

    /** Contract 2.1: no redirect URI, for no browser is ever sent anywhere. */
    static Draft organizational(Entered entered, Scopes choosable) {
        var flaws = flaws(entered, choosable);
        return flaws.isEmpty()
                ? new Sound(entered.name(), List.of(), entered.scope(), Set.of())
                : new Flawed(flaws);
    }

    private static Map<String, String> flaws(Entered entered, Scopes choosable) {
        var flaws = new LinkedHashMap<String, String>();
        DisplayName.flawOf(entered.name())
                .ifPresent(flaw -> flaws.put("name", "flaw.name." + flaw));
        if (entered.scope().isEmpty()) {
            flaws.put("scope", "flaw.scope-missing");
        } else if (!choosable.covers(entered.scope())) {
            flaws.put("scope", "flaw.scope-unknown");
        }
        return flaws;
    }
}
