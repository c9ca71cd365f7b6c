package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.RefusedActs;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** What each organization decides about apps without a credential (docs/decisions/0065). */
public final class ClientPolicies {
  private final Database database;

  public ClientPolicies(Database database) {
    this.database = database;
  }

  public ClientPolicy of(Id.Organization organization) {
    return database.read(sql -> read(sql, organization));
  }

  public static ClientPolicy read(Sql sql, Id.Organization organization) throws SQLException {
    return sql.one(
            "SELECT * FROM client_policies WHERE organization_id = ?",
            row ->
                new ClientPolicy(
                    ClientPolicy.Rule.valueOf(row.text("rule")),
                    row.text("hosts").lines().toList(),
                    Scopes.parse(row.text("scope")),
                    row.number("days"),
                    row.number("version")),
            organization)
        .orElse(ClientPolicy.OFF);
  }

  /** False if the policy was changed since its {@code version} was read. */
  public boolean change(
      Id.Organization organization, ClientPolicy policy, Id.User by, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      ClientPolicy before = read(sql, organization);
      boolean current =
          sql.updateOne(
              """
              INSERT INTO client_policies (organization_id, rule, hosts, scope, days, version, decided_by)
              VALUES (:organization, :rule, :hosts, :scope, :days, :version + 1, :by)
              ON CONFLICT (organization_id) DO UPDATE
              SET rule = excluded.rule, hosts = excluded.hosts, scope = excluded.scope,
                  days = excluded.days, version = excluded.version, decided_by = excluded.decided_by
              WHERE client_policies.version = :version
              """,
              Map.of(
                  "organization",
                  organization,
                  "rule",
                  policy.rule().name(),
                  "hosts",
                  String.join("\n", policy.hosts()),
                  "scope",
                  policy.scope().joined(Scopes.Separator.COMMA),
                  "days",
                  policy.days(),
                  "version",
                  policy.version(),
                  "by",
                  by));
      RefusedActs.recordAct(
          sql,
          current,
          Optional.of(by),
          AuditEntry.of(
                  now,
                  AuditEvent.CLIENT_POLICY_CHANGE,
                  current ? AuditOutcome.OK : AuditOutcome.EDIT_CONFLICT)
              .by(by)
              .in(organization)
              .detailed(AuditDetail.between(before, policy)));
      return current;
    });
  }

  /**
   * Locks the policy, so that it does not change before the transaction ends. False if there is
   * none.
   */
  public static boolean lock(Sql sql, Id.Organization organization) throws SQLException {
    return sql.updateOne(
        "UPDATE client_policies SET rule = rule WHERE organization_id = ?", organization);
  }

  /** The same for one version of the policy. False if the policy has another. */
  public static boolean lock(Sql sql, Id.Organization organization, int version)
      throws SQLException {
    return sql.updateOne(
        """
        UPDATE client_policies
        SET rule = rule
        WHERE organization_id = ?
          AND version = ?
        """,
        organization,
        version);
  }

  /** Who changed the policy last. Empty if the person is not active. */
  public static Optional<Id.User> decidedBy(Sql sql, Id.Organization organization)
      throws SQLException {
    return sql.one(
        """
        SELECT u.user_id
        FROM client_policies y
        JOIN users u ON u.user_id = y.decided_by
        WHERE y.organization_id = ?
          AND u.active_since IS NOT NULL
        """,
        row -> new Id.User(row.text("user_id")),
        organization);
  }
}
