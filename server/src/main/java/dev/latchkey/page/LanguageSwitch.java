package dev.latchkey.page;

import dev.latchkey.http.Languages;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Language;

/**
 * The language form in the footer of every page. It stores the choice in a cookie and redirects
 * back to the page.
 */
public final class LanguageSwitch {
    /**
     * A path on this server. It must not start with two slashes or backslashes, because browsers
     * read those as the start of a host name.
     */
    private static final String PATH = "/(?![/\\\\])[!-~]*";

    public Route route(PageGuard pageGuard) {
        return pageGuard.open("POST", "/language", this::choose);
    }

    private Response choose(Request request, Visitor visitor) {
        Language language =
                request.form().value("language").flatMap(Language::of).orElse(visitor.language());
        String back = request.form().value("back").filter(at -> at.matches(PATH)).orElse("/");
        return Response.redirect(303, back).with(Languages.choose(language, request.isSecure()));
    }
}
