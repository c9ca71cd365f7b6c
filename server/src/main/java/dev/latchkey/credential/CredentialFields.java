package dev.latchkey.credential;

import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Language;
import dev.latchkey.model.Scope;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.User;
import dev.latchkey.page.EditConflict;
import dev.latchkey.page.FormErrors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The fields of a credential's form as the template shows them: the entered values, the scopes to
 * choose from, and the errors. {@code conflict}: the other version, if someone saved one.
 */
public record CredentialFields(
        EnteredCredential entered,
        List<Group> groups,
        FormErrors errors,
        Optional<EditConflict> conflict) {
    /** Makes the table of scopes searchable. Without it all scopes are shown. */
    static final String SCRIPT = "scopes.js";

    /** The resources of one subject, in the order of the catalogue. */
    public record Group(List<Resource> resources) {
        private static Group of(List<Scope> scopes) {
            var resources = new LinkedHashMap<String, List<Scope>>();
            for (Scope scope : scopes) {
                resources.computeIfAbsent(scope.resource(), name -> new ArrayList<>()).add(scope);
            }
            return new Group(resources.values().stream().map(Resource::new).toList());
        }

        public String name(Language language) {
            return resources.getFirst().scopes.getFirst().in(language).group();
        }
    }

    /** What can be read or written: one row of the table in which scopes are chosen. */
    public record Resource(List<Scope> scopes) {
        public String title(Language language) {
            return scopes.getFirst().in(language).title();
        }

        public List<Scope> reads() {
            return scopes.stream().filter(scope -> !scope.writes()).toList();
        }

        public List<Scope> writes() {
            return scopes.stream().filter(Scope::writes).toList();
        }
    }

    static CredentialFields of(
            EnteredCredential entered,
            Catalogue catalogue,
            Scopes alreadyGranted,
            FormErrors errors) {
        var groups = new LinkedHashMap<String, List<Scope>>();
        var all = new ArrayList<>(catalogue.scopes());
        all.addAll(catalogue.describe(alreadyGranted.without(catalogue.names())));
        for (Scope scope : all) {
            groups.computeIfAbsent(scope.plain().group(), name -> new ArrayList<>()).add(scope);
        }
        return new CredentialFields(
                entered,
                groups.values().stream().map(Group::of).toList(),
                errors,
                Optional.empty());
    }

    CredentialFields with(EditConflict found) {
        return new CredentialFields(entered, groups, errors, Optional.of(found));
    }

    static Scopes choosable(Catalogue catalogue, Scopes alreadyGranted) {
        var names = new ArrayList<>(catalogue.names().names());
        names.addAll(alreadyGranted.names());
        return Scopes.of(names);
    }

    /** All scopes to choose from that only read, or all that write, in the order of the table. */
    public List<Scope> scopes(boolean writes) {
        return groups.stream()
                .flatMap(group -> group.resources().stream())
                .flatMap(resource -> resource.scopes().stream())
                .filter(scope -> scope.writes() == writes)
                .toList();
    }

    public boolean has(Scope scope) {
        return entered.scope().names().contains(scope.name());
    }

    public boolean has(Credential.Option option) {
        return entered.options().contains(option);
    }

    /** The options that a person of this role may turn on. */
    public List<Credential.Option> options(User.Role role) {
        return Arrays.stream(Credential.Option.values())
                .filter(option -> option.isFor(role))
                .toList();
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
