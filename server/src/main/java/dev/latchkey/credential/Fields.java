package dev.latchkey.credential;

import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Language;
import dev.latchkey.model.Scope;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.User;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of a credential's form as its template shows them: entries, choices, flaws. */
public record Fields(Entered entered, List<Group> groups, Map<String, String> flaws) {
    /** Scopes of one subject, in the order of the catalogue. */
    public record Group(List<Scope> scopes) {
        public String name(Language language) {
            return scopes.getFirst().in(language).group();
        }
    }

    static Fields of(Entered entered, Catalogue catalogue, Scopes kept, Map<String, String> flaws) {
        var groups = new LinkedHashMap<String, List<Scope>>();
        var all = new ArrayList<>(catalogue.scopes());
        all.addAll(catalogue.describe(kept.without(catalogue.names())));
        for (Scope scope : all) {
            groups.computeIfAbsent(scope.plain().group(), name -> new ArrayList<>()).add(scope);
        }
        return new Fields(entered, groups.values().stream().map(Group::new).toList(), flaws);
    }

    static Scopes choosable(Catalogue catalogue, Scopes kept) {
        var names = new ArrayList<>(catalogue.names().names());
        names.addAll(kept.names());
        return Scopes.of(names);
    }

    public boolean isFlawed(String field) {
        return flaws.containsKey(field);
    }

    public String flaw(String field) {
        return flaws.getOrDefault(field, "");
    }

    public boolean has(Scope scope) {
        return entered.scope().names().contains(scope.name());
    }

    public boolean has(Credential.Option option) {
        return entered.options().contains(option);
    }

    /** Those that a person of this role may turn on. */
    public List<Credential.Option> options(User.Role role) {
        return Arrays.stream(Credential.Option.values())
                .filter(option -> option.isFor(role))
                .toList();
    }

    public String redirectUri(int index) {
        return index < entered.redirectUris().size() ? entered.redirectUris().get(index) : "";
    }

    /** Whether the further redirect URIs are shown at once. */
    public boolean hasMoreRedirectUris() {
        return entered.redirectUris().size() > 1;
    }

    public int lastRedirectUri() {
        return Draft.MAX_REDIRECT_URIS - 1;
    }
}
