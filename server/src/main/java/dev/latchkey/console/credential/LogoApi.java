package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.credential.ChangeLogo;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.credential.AppLogos;
import dev.latchkey.storage.credential.Credentials;
import java.util.List;
import java.util.Optional;

/** The calls of the management API about the logos of credentials. */
public record LogoApi(
    ManagedCredentials managed, Credentials credentials, AppLogos logos, ChangeLogo change) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.GET_LOGO, this::show),
        guard.route(
            Operation.CHANGE_LOGO,
            request ->
                change(request, Optional.of(request.request().file()), CredentialsApi::shown)),
        guard.route(
            Operation.REMOVE_LOGO,
            request -> change(request, Optional.empty(), _ -> ApiAnswer.done())));
  }

  private Response show(ApiRequest request) {
    return managed.with(
        Credential.class,
        Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
        request,
        credential ->
            credential
                .profile()
                .logo()
                .flatMap(logos::find)
                .map(LogoPage::image)
                .orElseGet(ApiAnswer::notFound));
  }

  private Response change(
      ApiRequest request, Optional<byte[]> sent, ManagedCredentials.Handler<Credential> answer) {
    return credentials
        .find(ManagedCredentials.named(request))
        .map(known ->
            switch (change.by(request.actor(), known, sent)) {
              case ChangeLogo.Changed(var changed) -> answer.answer(changed);
              case ChangeLogo.Flawed(var flaw) ->
                  ApiAnswer.flawed(FormErrors.of(400, "", "flaw.logo." + flaw));
              case ChangeLogo.Refused(var why) -> CredentialsApi.refused(why);
            })
        .orElseGet(ApiAnswer::notFound);
  }
}
