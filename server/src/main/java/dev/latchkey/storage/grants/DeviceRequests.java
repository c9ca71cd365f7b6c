package dev.latchkey.storage.grants;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.limit.Throttle;
import dev.latchkey.storage.pairs.LiveGrant;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.pairs.TokenOwner;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests of devices for access (RFC 8628), from their beginning to the exchange of the device
 * code. Each is decided once, and its code is exchanged once. Conditional writes decide, by their
 * row counts.
 */
public record DeviceRequests(Database database, Pairs pairs, Limits limits) {
  /** How long a device waits between two questions. */
  public static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

  /**
   * For how many times its lifetime a request is stored, so that a device that asks late learns
   * that its code has expired.
   */
  private static final int LIFETIMES_STORED = 2;

  /** The result of beginning a request. */
  public sealed interface Begun {
    record Throttled(Duration retryAfter) implements Begun {}

    enum Outcome implements Begun {
      STARTED,
      /** Another request has the same user code. A new one must be drawn. */
      CODE_TAKEN
    }
  }

  /** The result of entering a code. */
  public sealed interface Found {
    record Waiting(DeviceRequest request) implements Found {}

    record Throttled(Duration retryAfter) implements Found {}

    /** No request waits for this code: it is unknown, expired or decided. */
    record None() implements Found {}
  }

  public Begun begin(Secret.Device device, DeviceRequest request, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      Throttle network = Throttle.devices(now.network(), limits.deviceRequestsPerMinute());
      if (!network.take(sql, now.at())) {
        return new Begun.Throttled(network.wait(sql, now.at()).orElse(Duration.ZERO));
      }
      boolean inserted =
          sql.updateOne(
              """
              INSERT INTO device_requests (device_hash, user_code_hash, client_id, scope, address,
                  requested_at, expires_at, kept_until)
              VALUES (?, ?, ?, ?, ?, ?, ?, ?)
              ON CONFLICT (user_code_hash) DO NOTHING
              """,
              device.hash(),
              request.userCode(),
              request.client(),
              request.scope(),
              request.address(),
              request.requestedAt(),
              request.requestedAt().plus(limits.deviceCode()),
              request.requestedAt().plus(limits.deviceCode().multipliedBy(LIFETIMES_STORED)));
      return inserted ? Begun.Outcome.STARTED : Begun.Outcome.CODE_TAKEN;
    });
  }

  /**
   * Finds the request that waits for this code. A wrong code counts for the user and for the
   * network, so that no code can be found by trying. The code has several hashes while the key file
   * is being rotated.
   */
  public Found find(List<SecretHash> userCode, Id.User user, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      Throttle ofUser = Throttle.userCodes(user, limits.wrongPasswordsPerMinute());
      Throttle ofNetwork = Throttle.userCodes(now.network(), limits.wrongSecretsPerMinute());
      if (!ofUser.take(sql, now.at())) {
        return throttled(ofUser, sql, now);
      }
      if (!ofNetwork.take(sql, now.at())) {
        ofUser.giveBack(sql);
        return throttled(ofNetwork, sql, now);
      }
      Optional<DeviceRequest> request = waiting(sql, userCode, now);
      if (request.isEmpty()) {
        RefusedActs.record(
            sql,
            user,
            AuditEntry.of(now, AuditEvent.DEVICE_CODE, AuditOutcome.CODE_UNKNOWN).by(user));
        return new Found.None();
      }
      ofUser.giveBack(sql);
      ofNetwork.giveBack(sql);
      return new Found.Waiting(request.get());
    });
  }

  private static Optional<DeviceRequest> waiting(
      Sql sql, List<SecretHash> hashes, RequestMoment now) throws SQLException {
    for (SecretHash hash : hashes) {
      Optional<DeviceRequest> request =
          sql.one(
              """
              SELECT user_code_hash, client_id, scope, address, requested_at
              FROM device_requests
              WHERE user_code_hash = ?
                AND decided_at IS NULL
                AND expires_at > ?
              """,
              DeviceRequest::read,
              hash,
              now.at());
      if (request.isPresent()) {
        return request;
      }
    }
    return Optional.empty();
  }

  private static Found throttled(Throttle full, Sql sql, RequestMoment now) throws SQLException {
    return new Found.Throttled(full.wait(sql, now.at()).orElse(Duration.ZERO));
  }

  /**
   * Creates the grant of the device. The user and the credential are locked first, as in {@link
   * Consents#approve}.
   */
  public Approval approve(DeviceRequest request, NewGrant grant, RequestMoment now) {
    var store = database.at(now).locking(grant.consent().user());
    return store.write(sql -> {
      if (!grant.lockAsSeen(sql)) {
        return Approval.CHANGED;
      }
      if (!decide(sql, request, Optional.of(grant.id()), now)
          || !grant.insert(sql, limits, now.at())) {
        return Approval.OVER;
      }
      sql.record(
          AuditEntry.of(now, AuditEvent.CONSENT, AuditOutcome.ON_DEVICE)
              .by(grant.consent().user())
              .about(grant.consent().client())
              .in(grant.consent().team())
              .detailed(AuditDetail.ofDeviceAt(request.address())));
      return Approval.APPROVED;
    });
  }

  /** Records that the user denied the request, as {@link Consents#deny} does. */
  public boolean deny(DeviceRequest request, User user, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      boolean decided = decide(sql, request, Optional.empty(), now);
      if (decided) {
        sql.record(
            AuditEntry.of(now, AuditEvent.CONSENT_DENIED, AuditOutcome.OK)
                .by(user.id())
                .about(request.client())
                .in(user.organization())
                .detailed(AuditDetail.ofDeviceAt(request.address())));
      }
      return decided;
    });
  }

  /** A denied request has no grant. */
  private static boolean decide(
      Sql sql, DeviceRequest request, Optional<Id.Grant> grant, RequestMoment now)
      throws SQLException {
    return sql.updateOne(
        """
        UPDATE device_requests
        SET decided_at = :now, grant_id = :grant
        WHERE user_code_hash = :code
          AND client_id = :client
          AND decided_at IS NULL
          AND expires_at > :now
        """,
        Values.of("now", now.at())
            .and("grant", grant)
            .and("code", request.userCode())
            .and("client", request.client()));
  }

  /**
   * Exchanges the code of a device, once, after its user has allowed the access. A device asks
   * every few seconds, so what it is told until then is only read.
   */
  public Polled poll(Secret.Device device, Id.Client client, TokenPair fresh, RequestMoment now) {
    Polled.Refused state =
        database
            .at(now)
            .read(sql -> state(sql, device, client, now))
            .orElse(Polled.Refused.CODE_UNKNOWN);
    return switch (state) {
      case PENDING, DENIED, CODE_UNKNOWN, CODE_EXPIRED -> state;
      case CODE_SPENT, CODE_OF_ANOTHER_CREDENTIAL, ADDRESS_NOT_ALLOWED, GRANT_ENDED ->
          spend(device, client, fresh, now);
    };
  }

  private Polled spend(Secret.Device device, Id.Client client, TokenPair fresh, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      Optional<LiveGrant> grant =
          sql.one(
              """
              SELECT g.*
              FROM device_requests d
              JOIN live_grants g ON g.grant_id = d.grant_id
              WHERE d.device_hash = ?
                AND g.client_id = ?
              """,
              LiveGrant::read,
              device.hash(),
              client);
      Instant present = pairs.present();
      boolean spent =
          grant.isPresent()
              && grant.get().isAllowedFrom(now)
              && sql.updateOne(
                  """
                  UPDATE device_requests
                  SET spent_at = :now
                  WHERE device_hash = :device
                    AND spent_at IS NULL
                    AND expires_at > :now
                  """,
                  Map.of("now", present, "device", device.hash()));
      if (!spent) {
        return whyNotSpent(sql, device, client, now);
      }
      sql.defer("UPDATE grants SET exchanged_at = ? WHERE grant_id = ?", present, grant.get().id());
      sql.record(grant.get().audit(now, AuditEvent.CODE_EXCHANGE, AuditOutcome.OK));
      return new Polled.Issued(
          pairs
              .issue(sql, grant.get(), grant.get().allowance(), fresh, present)
              .response(Optional.empty()));
    });
  }

  private static Polled.Refused whyNotSpent(
      Sql sql, Secret.Device device, Id.Client client, RequestMoment now) throws SQLException {
    Polled.Refused why = state(sql, device, client, now).orElse(Polled.Refused.CODE_UNKNOWN);
    String granted = "SELECT grant_id FROM device_requests WHERE device_hash = :token";
    Optional<TokenOwner> presented = TokenOwner.find(sql, granted, device.hash());
    if (presented.isPresent()) {
      RefusedActs.record(
          sql, presented.get().client(), presented.get().audit(now, AuditEvent.CODE_EXCHANGE, why));
    } else if (why == Polled.Refused.ADDRESS_NOT_ALLOWED) {
      AuditEntry entry =
          AuditEntry.of(now, AuditEvent.CODE_EXCHANGE, AuditOutcome.ADDRESS_NOT_ALLOWED);
      RefusedActs.record(sql, client, entry.about(client));
    }
    return why;
  }

  /**
   * What a device is told that gets no tokens. {@link Polled.Refused#GRANT_ENDED} if nothing stands
   * against the exchange but possibly the grant.
   */
  private static Optional<Polled.Refused> state(
      Sql sql, Secret.Device device, Id.Client client, RequestMoment now) throws SQLException {
    return sql.one(
        """
        SELECT d.client_id, d.expires_at, d.decided_at, d.grant_id, d.spent_at, c.networks
        FROM device_requests d
        JOIN credentials c ON c.client_id = d.client_id
        WHERE d.device_hash = ?
        """,
        row -> {
          if (!row.text("client_id").equals(client.value())) {
            return Polled.Refused.CODE_OF_ANOTHER_CREDENTIAL;
          }
          if (!row.networks().allow(now.address())) {
            return Polled.Refused.ADDRESS_NOT_ALLOWED;
          }
          if (row.maybeInstant("spent_at").isPresent()) {
            return Polled.Refused.CODE_SPENT;
          }
          if (!row.instant("expires_at").isAfter(now.at())) {
            return Polled.Refused.CODE_EXPIRED;
          }
          if (row.maybeInstant("decided_at").isEmpty()) {
            return Polled.Refused.PENDING;
          }
          return row.maybeText("grant_id").isPresent()
              ? Polled.Refused.GRANT_ENDED
              : Polled.Refused.DENIED;
        },
        device.hash());
  }
}
