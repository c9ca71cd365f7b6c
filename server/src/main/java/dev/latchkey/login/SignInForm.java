package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.model.SealedRequest;
import java.util.List;

/** What the sign-in page shows. {@code request}: the request for consent that waits, if any. */
public record SignInForm(
        String email, String request, List<IdentityProvider> providers, boolean mailsLinks) {
    static SignInForm of(Request request, SignInOptions options) {
        return new SignInForm(
                request.form().value("email").orElse(""),
                AfterSignIn.waiting(request).map(SealedRequest::text).orElse(""),
                options.roundTrip().providers(),
                options.mailsLinks());
    }
}
