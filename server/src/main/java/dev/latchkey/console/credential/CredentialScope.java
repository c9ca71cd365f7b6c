package dev.latchkey.console.credential;

import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import java.util.List;
import java.util.Optional;

/**
 * A section of the web application in which credentials are managed: a person's own credentials, or
 * those of an organization. It guards every page about one of its credentials.
 */
public sealed interface CredentialScope permits OwnCredentials, OrganizationCredentials {
  Section section();

  /** A page of this section, for the people who may enter it. */
  Route page(PageGuard pageGuard, Effect effect, String below, SectionHandler handler);

  /** Answers a person who has entered this section. */
  @FunctionalInterface
  interface SectionHandler {
    Response answer(PageRequest request);
  }

  /**
   * The credential that the path names, if it belongs to this section and the person may do this
   * with it. The audit log records an attempt to reach any other credential.
   */
  Optional<Credential> find(PageRequest request, Rights.Act act);

  /** The tabs that the credentials of this section can have. */
  List<CredentialTab> tabs();

  /** The kind of credential whose settings can be changed here. */
  Class<? extends Credential> changeable();

  /** The address to which a person is redirected after deleting this credential. */
  String afterDeletion(Credential deleted);

  /** Answers a request about one credential. */
  @FunctionalInterface
  interface CredentialHandler<C extends Credential> {
    Response answer(CredentialRequest<C> at);
  }

  /**
   * Guards a page about one credential of a kind. A credential of the other kind is answered as if
   * it did not exist. {@code act}: what an administrator must have the right to do. Owners may do
   * everything with their own credentials.
   */
  default <C extends Credential> SectionHandler withCredential(
      Class<? extends C> kind, Rights.Act act, CredentialHandler<C> handler) {
    return request -> {
      Optional<C> found = find(request, act).filter(kind::isInstance).map(kind::cast);
      if (found.isEmpty()) {
        return request.notFound("credential.unknown");
      }
      return handler.answer(new CredentialRequest<>(request, this, found.get()));
    };
  }

  default String href(Credential credential) {
    return section().path() + "/" + credential.clientId().value();
  }

  static Id.Client named(PageRequest request) {
    return new Id.Client(request.segment("client_id"));
  }
}
