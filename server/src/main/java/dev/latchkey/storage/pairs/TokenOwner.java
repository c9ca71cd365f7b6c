package dev.latchkey.storage.pairs;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** The owner of a code or token that a client presented, whether it is active or not. */
public record TokenOwner(
    Id.Grant grant, Id.Client client, Id.User user, Id.Team team, Id.Organization organization) {

  /** The columns of a grant that was just changed, for a RETURNING. */
  public static final String RETURNED =
      """
      grants.grant_id, grants.client_id, grants.user_id, grants.team_id,
          (SELECT t.organization_id FROM teams t WHERE t.team_id = grants.team_id) AS organization_id
      """;

  /** The owner of the {@code grant_id} that a query finds by the hash {@code :token}. */
  public static Optional<TokenOwner> find(Sql sql, String query, SecretHash token)
      throws SQLException {
    return sql.one(
        """
        SELECT g.grant_id, g.client_id, g.user_id, g.team_id, t.organization_id
        FROM ({query}) k
        JOIN grants g ON g.grant_id = k.grant_id
        JOIN teams t ON t.team_id = g.team_id
        """
            .replace("{query}", query),
        TokenOwner::read,
        Map.of("token", token));
  }

  /** Reads a row of {@code grants} with the organization of its team. */
  public static TokenOwner read(Sql.Row row) throws SQLException {
    return new TokenOwner(row.grant(), row.client(), row.user(), row.team(), row.organization());
  }

  public AuditEntry audit(RequestMoment now, AuditEvent event, Enum<?> outcome) {
    return audit(now, event, AuditOutcome.of(outcome));
  }

  public AuditEntry audit(RequestMoment now, AuditEvent event, AuditOutcome outcome) {
    return AuditEntry.of(now, event, outcome).by(user).about(client).in(team).in(organization);
  }
}
