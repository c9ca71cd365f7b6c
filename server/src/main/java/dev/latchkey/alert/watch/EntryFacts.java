package dev.latchkey.alert.watch;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.storage.credential.Credentials;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The facts of an entry of the audit log, for the credential that it is about. */
public record EntryFacts(Credentials credentials) {
  private static final int SHOWN_SCOPES = 200;

  public List<AlertFact> of(ListedAuditEntry line) {
    AuditEntry entry = line.entry();
    return entry.client().flatMap(credentials::find).stream()
        .flatMap(credential -> of(entry, credential))
        .toList();
  }

  private static Stream<AlertFact> of(AuditEntry entry, Credential credential) {
    if (entry.outcome() == AuditOutcome.TOKEN_REPLAYED
        || entry.outcome() == AuditOutcome.CODE_SPENT) {
      return Stream.of(once(AlertKind.TOKEN_REPLAYED, entry, credential, entry.moment().address()));
    }
    if (!entry.outcome().isDone()) {
      return Stream.empty();
    }
    return switch (entry.event()) {
      case SECRET_LEAK ->
          Stream.of(
              once(
                  AlertKind.SECRET_LEAKED,
                  entry,
                  credential,
                  changes(entry, AuditDetail.Field.SECRET, "before")
                      .collect(Collectors.joining(", "))));
      case CREDENTIAL_CHANGE ->
          Stream.concat(
              addedScopes(entry, credential),
              changes(entry, AuditDetail.Field.NETWORKS, "before")
                  .limit(1)
                  .flatMap(_ -> open(entry, credential).stream()));
      case CREDENTIAL_CREATE, TOKEN_REISSUE -> open(entry, credential).stream();
      default -> Stream.empty();
    };
  }

  private static AlertFact once(
      AlertKind kind, AuditEntry entry, Credential credential, String detail) {
    return AlertFact.once(
        kind, credential.organization(), about(credential), detail, entry.moment().at());
  }

  private static Alert.About about(Credential credential) {
    return Alert.About.credential(credential.clientId(), credential.name());
  }

  private static Stream<AlertFact> addedScopes(AuditEntry entry, Credential credential) {
    List<String> values = changes(entry, AuditDetail.Field.SCOPE, "after").toList();
    // The entry of a large change does not name all of them.
    Collection<String> names =
        values.contains(AuditDetail.MORE) ? credential.scope().names() : values;
    String added =
        names.stream()
            .filter(name -> name.startsWith(Scope.WRITE))
            .collect(Collectors.joining(", "));
    String shown = added.substring(0, Math.min(added.length(), SHOWN_SCOPES));
    return added.isEmpty()
        ? Stream.empty()
        : Stream.of(once(AlertKind.WRITE_SCOPE_ADDED, entry, credential, shown));
  }

  private static Stream<String> changes(AuditEntry entry, AuditDetail.Field field, String part) {
    return entry.detail().flatMap(Json::parse).stream()
        .flatMap(detail -> detail.path(field.code()).path(part).valueStream())
        .map(JsonNode::asString);
  }

  /**
   * A token of an organization that works from everywhere. It is so since the entry at the latest.
   */
  private static Optional<AlertFact> open(AuditEntry entry, Credential credential) {
    return credential instanceof Credential.Organizational service
            && service.networks().texts().findAny().isEmpty()
        ? Optional.of(
            AlertFact.lasting(
                AlertKind.TOKEN_WITHOUT_NETWORKS,
                Optional.of(service.organization()),
                about(service),
                new AlertFact.Lasting(entry.moment().at(), entry.moment().at())))
        : Optional.empty();
  }
}
