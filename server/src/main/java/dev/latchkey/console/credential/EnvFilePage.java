package dev.latchkey.console.credential;

import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.program.EnvFile;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Answers the form of a page that shows a secret once with a file that contains the secret. The
 * server does not know the secret any more, so the form carries it back. It is in no address and it
 * is not stored again.
 */
public record EnvFilePage(CredentialScope section) {
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(section.page(pageGuard, Effect.CHANGE, "/{client_id}/env", guarded()));
  }

  private CredentialScope.SectionHandler guarded() {
    return switch (section) {
      case OwnCredentials own ->
          own.withCredential(
              Credential.Personal.class,
              Rights.Act.MANAGE_PERSONAL_CREDENTIALS,
              EnvFilePage::personal);
      case OrganizationCredentials managed ->
          managed.withCredential(
              Credential.Organizational.class,
              Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL,
              EnvFilePage::organizational);
    };
  }

  private static Response personal(CredentialRequest<Credential.Personal> at) {
    return at.request()
        .form()
        .value("client_secret")
        .flatMap(Secret.CLIENT::parse)
        .map(secret -> EnvFile.of(at.credential(), secret, at.request().baseUrl()))
        .map(EnvFilePage::download)
        .orElseGet(() -> unusable(at));
  }

  private static Response organizational(CredentialRequest<Credential.Organizational> at) {
    Optional<Secret.Organization> token =
        at.request().form().value("access_token").flatMap(Secret.ORGANIZATION::parse);
    return token
        .map(known -> EnvFile.of(at.credential(), known, at.request().baseUrl()))
        .map(EnvFilePage::download)
        .orElseGet(() -> unusable(at));
  }

  /** Only a text in the form of a secret is written to a file, so a form cannot add lines. */
  private static Response unusable(CredentialRequest<? extends Credential> at) {
    return at.request().problem(400, "invalid_request", "env.unusable");
  }

  /** {@code StandardHeaders} forbids browsers and proxies to store it. */
  private static Response download(String file) {
    byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
    return new Response(200, List.of(), new Content.Whole(bytes))
        .with("Content-Type", "text/plain; charset=utf-8")
        .with("Content-Disposition", "attachment; filename=\"" + EnvFile.NAME + "\"");
  }
}
