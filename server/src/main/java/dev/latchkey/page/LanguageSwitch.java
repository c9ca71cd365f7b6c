package dev.latchkey.page;

import dev.latchkey.http.Languages;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Language;

/** The choice at the foot of a page: remembered by the browser, and the page shown once more. */
public final class LanguageSwitch {
    /** A path of ours: browsers read two slashes, of either kind, as the start of a host. */
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
