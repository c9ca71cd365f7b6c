package dev.latchkey.api.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.publicclient.ClientRequests;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.publicclient.PublicClients;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An app without a credential about which an organization decides or has decided. */
public record ApprovalView(
    String app,
    String name,
    Optional<String> host,
    PublicClients.State state,
    List<String> redirectUris,
    Scopes scope,
    Instant askedAt,
    List<Request> requests,
    Optional<Id.Client> clientId,
    Optional<Instant> decidedAt,
    Optional<String> decidedBy,
    Optional<String> note) {
  /** What one person has asked for. */
  public record Request(Id.User userId, String name, String reason, Scopes scope, Instant askedAt) {
    private static Request of(ClientRequests.Request request) {
      return new Request(
          request.by(), request.name(), request.reason(), request.scope(), request.at());
    }
  }

  public static ApprovalView of(PublicClientReview.Listed listed) {
    Optional<PublicClientReview.Decided> decided = listed.decided();
    return new ApprovalView(
        listed.app().key(),
        listed.app().name(),
        listed.app().host(),
        listed.state(),
        listed.app().redirectUris().stream().map(RedirectUri::text).toList(),
        listed.asked(),
        listed.askedAt(),
        listed.requests().stream().map(Request::of).toList(),
        listed.client(),
        decided.map(PublicClientReview.Decided::at),
        decided.flatMap(PublicClientReview.Decided::by),
        decided.map(PublicClientReview.Decided::note).filter(note -> !note.isEmpty()));
  }
}
