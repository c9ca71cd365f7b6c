package dev.latchkey.page;

import dev.latchkey.http.Refusal;
import dev.latchkey.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.Language;
import dev.latchkey.model.Organization;
import dev.latchkey.page.templates.StaticTemplates;
import dev.latchkey.page.templates.Templates;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What all pages have in common: their words, and the places that the navigation shows to whoever
 * looks.
 */
public final class Pages {
    /** The templates below {@code src/main/jte}: a wrong name or type does not compile. */
    public static final Templates TEMPLATES = new StaticTemplates();

    private final Map<Language, Words> words =
            Arrays.stream(Language.values())
                    .collect(Collectors.toUnmodifiableMap(Function.identity(), Words::new));
    private final Function<Id.Organization, Optional<Organization>> organizations;

    /** {@code organizations}: their kind decides which places the navigation shows. */
    public Pages(Function<Id.Organization, Optional<Organization>> organizations) {
        this.organizations = organizations;
    }

    public Page of(Visitor visitor) {
        List<Section> sections =
                visitor.user()
                        .flatMap(user ->
                                organizations
                                        .apply(user.organization())
                                        .map(home -> Section.of(user, home)))
                        .orElse(List.of());
        return new Page(
                words(visitor.language()),
                Optional.of(visitor),
                sections,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /** A page for somebody unknown. */
    public Page in(Language language) {
        return new Page(
                words(language),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    private Words words(Language language) {
        return Optional.ofNullable(words.get(language)).orElseThrow();
    }

    /**
     * The page for a request that reached no page of its own. A refusal's sentence is for programs;
     * people are told by its status.
     */
    public Response problem(Refusal refusal, Language language) {
        int status = refusal.status();
        return problem(in(language), status, refusal.error(), "problem.status." + status);
    }

    /** The page that says no in the frame of whoever is signed in. */
    public Response problem(Page page, int status, String error, String key, Object... values) {
        return page.problem(status, error, key, values);
    }
}
