package dev.latchkey.storage.pairs;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;

/** The owner of a code or token that a client presented, whether it is active or not. */
public record TokenOwner(
    Id.Grant grant, Id.Client client, Id.User user, Id.Team team, Id.Organization organization) {

  /** Reads a row of {@code grants} with the organization of its team. */
  public static TokenOwner read(Sql.Row row) throws SQLException {
    return new TokenOwner(
        new Id.Grant(row.text("grant_id")),
        new Id.Client(row.text("client_id")),
        new Id.User(row.text("user_id")),
        new Id.Team(row.text("team_id")),
        new Id.Organization(row.text("organization_id")));
  }

  public AuditEntry audit(RequestMoment now, AuditEvent event, Enum<?> outcome) {
    return audit(now, event, AuditOutcome.of(outcome));
  }

  public AuditEntry audit(RequestMoment now, AuditEvent event, AuditOutcome outcome) {
    return AuditEntry.of(now, event, outcome).by(user).about(client).in(team).in(organization);
  }
}
