package dev.latchkey.storage.grants;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;

/**
 * A request for access that a device has begun (RFC 8628) and a user has not decided yet.
 *
 * @param userCode the hash of the code that the user types
 * @param address from which the device asked
 */
public record DeviceRequest(
    SecretHash userCode, Id.Client client, Scopes scope, String address, Instant requestedAt) {

  static DeviceRequest read(Sql.Row row) throws SQLException {
    return new DeviceRequest(
        row.hash("user_code_hash"),
        row.client(),
        row.scopes("scope"),
        row.text("address"),
        row.instant("requested_at"));
  }
}
