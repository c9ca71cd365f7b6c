package dev.latchkey.login;

import dev.latchkey.http.Header;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Response;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;

/** What keeps a browser from going to a provider, on every page that sends it there. */
record ProviderProblems(Pages pages) {
    Response silent(Visitor visitor, IdentityProvider provider) {
        return pages.problem(
                pages.of(visitor), 502, "provider_silent", "external.silent", provider.title());
    }

    Response tooMany(Visitor visitor, Refusal refusal) {
        return pages.problem(
                        pages.of(visitor), refusal.status(), refusal.error(), "external.throttled")
                .with(refusal.headers().toArray(Header[]::new));
    }
}
