package dev.latchkey.storage.pairs;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.RefusedActs;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * The data of an active grant that a pair of tokens needs. {@code consented}: the separator between
 * scopes that the request for consent used. {@code alwaysSpaces}: whether the owner of the
 * credential has chosen spaces in all answers.
 */
public record LiveGrant(
    Id.Grant id,
    Id.Client client,
    Id.User user,
    Id.Team team,
    Id.Organization organization,
    String email,
    Scopes scope,
    Scopes.Separator consented,
    boolean alwaysSpaces,
    Optional<Resource> resource,
    AllowedNetworks networks,
    Instant endsAt) {

  /** Reads a row of the view {@code live_grants}. */
  public static LiveGrant read(Sql.Row row) throws SQLException {
    return new LiveGrant(
        row.grant(),
        row.client(),
        row.user(),
        row.team(),
        row.organization(),
        row.text("email"),
        row.scopes("scope"),
        Scopes.Separator.ofSymbol(row.text("scope_separator")),
        Scopes.Separator.of(row.text("options")) == Scopes.Separator.SPACE,
        row.maybeText("resource").map(Resource::new),
        row.networks(),
        row.instant("ends_at"));
  }

  /** Whether its credential can be used from the address of this request. */
  public boolean isAllowedFrom(RequestMoment now) {
    return networks.allow(now.address());
  }

  /** All that the user has allowed. */
  public Allowance allowance() {
    return new Allowance(scope, resource);
  }

  /** What separates scopes in the answer to a request that uses this separator, or none. */
  Scopes.Separator separator(Optional<Scopes.Separator> used) {
    return alwaysSpaces ? Scopes.Separator.SPACE : used.orElse(consented);
  }

  public AuditEntry audit(RequestMoment now, AuditEvent event, AuditOutcome outcome) {
    return AuditEntry.of(now, event, outcome).by(user).about(client).in(team).in(organization);
  }

  /** Records that tokens were requested from an address that the credential does not allow. */
  public void recordAddress(Sql sql, AuditEvent event, RequestMoment now) throws SQLException {
    RefusedActs.record(sql, client, audit(now, event, AuditOutcome.ADDRESS_NOT_ALLOWED));
  }
}
