package dev.latchkey.page;

import dev.latchkey.http.Header;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Renders templates. The engine escapes by context; the headers say that nothing else may run,
 * frame or be loaded.
 */
public final class Pages {
    private final TemplateEngine engine =
            TemplateEngine.createPrecompiled(
                    null, ContentType.Html, null, "dev.latchkey.page.templates");
    private final Words words = new Words(Locale.ENGLISH);
    private final Function<Id.Organization, Optional<Organization>> organizations;

    /** {@code organizations}: their kind decides which places the navigation shows. */
    public Pages(Function<Id.Organization, Optional<Organization>> organizations) {
        this.organizations = organizations;
    }

    public Page of(Visitor visitor) {
        List<Place> places =
                visitor.user()
                        .flatMap(user ->
                                organizations
                                        .apply(user.organization())
                                        .map(home -> Place.of(user, home)))
                        .orElse(List.of());
        return new Page(words, Optional.of(visitor), places, Optional.empty(), Optional.empty());
    }

    public Response show(int status, String template, Page page, Map<String, Object> values) {
        return show(status, template, page, values, "");
    }

    /**
     * {@code alsoTo}: an origin that a form on this page may lead to; browsers apply the rule to
     * redirects as well.
     */
    public Response show(
            int status, String template, Page page, Map<String, Object> values, String alsoTo) {
        var all = new HashMap<>(values);
        all.put("page", page);
        var output = new StringOutput();
        engine.render(template + ".jte", all, output);
        return Response.html(status, output.toString()).with(rules(alsoTo));
    }

    /** The page for a request that cannot be served at all. */
    public Response problem(Refusal refusal) {
        var page = new Page(words, Optional.empty(), List.of(), Optional.empty(), Optional.empty());
        return show(refusal.status(), "problem", page, Map.of("refusal", refusal));
    }

    /** The same within the frame of whoever is signed in, its sentence by key. */
    public Response problem(Page page, int status, String error, String key, Object... values) {
        var refusal = new Refusal(status, error, words.say(key, values));
        return show(status, "problem", page, Map.of("refusal", refusal));
    }

    private static Header[] rules(String alsoTo) {
        return new Header[] {
            new Header(
                    "Content-Security-Policy",
                    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; object-src 'none';"
                            + " base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
                            + (alsoTo.isEmpty() ? "" : " " + alsoTo)),
            new Header("X-Frame-Options", "DENY"),
            new Header("Referrer-Policy", "no-referrer"),
            new Header("Cross-Origin-Opener-Policy", "same-origin"),
            new Header("Cross-Origin-Resource-Policy", "same-origin")
        };
    }
}
