package dev.latchkey.app;

import dev.latchkey.alert.watch.AlertWatch;
import dev.latchkey.audit.SyslogCopy;
import dev.latchkey.audit.seal.AuditSealer;
import dev.latchkey.edge.http.netty.Server;
import dev.latchkey.edge.metrics.RecentAnswers;
import dev.latchkey.event.send.WebhookSender;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.process.Background;
import dev.latchkey.review.ReviewDuties;
import dev.latchkey.storage.issued.RevocationCleanup;
import dev.latchkey.storage.operation.Backlog;
import dev.latchkey.storage.operation.Purge;
import dev.latchkey.usage.CallRecorder;
import dev.latchkey.usage.UsageBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The background tasks of a server, and how often each of them runs. */
final class Maintenance implements AutoCloseable {
  private static final Duration BETWEEN_PURGES = Duration.ofMinutes(1);
  private static final Duration BETWEEN_CLOCK_CHECKS = Duration.ofSeconds(5);
  private static final Duration BETWEEN_POLICIES = Duration.ofMinutes(10);
  private static final Duration BETWEEN_FLUSHES = Duration.ofSeconds(5);
  private static final Duration BETWEEN_CALL_FLUSHES = Duration.ofMillis(250);
  private static final Duration BETWEEN_CALL_BOUNDS = Duration.ofSeconds(10);
  private static final Duration BETWEEN_CERTIFICATE_CHECKS = Duration.ofSeconds(10);
  private static final Duration BETWEEN_DISK_CHECKS = Duration.ofSeconds(5);
  private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(5);

  private static final Duration BETWEEN_BACKLOGS = Duration.ofSeconds(5);
  private static final Duration BETWEEN_SEALS = Duration.ofSeconds(20);
  private static final Duration BETWEEN_COPIES = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final UsageBuffer usage;
  private final CallRecorder calls;
  private final PeriodicTasks tasks = new PeriodicTasks();
  private final List<SyslogCopy> copies = new ArrayList<>();
  private final List<WebhookSender> senders = new ArrayList<>();
  private volatile Backlog backlog = Backlog.NONE;

  Maintenance(UsageBuffer usage, CallRecorder calls) {
    this.usage = usage;
    this.calls = calls;
  }

  void begin(Installation installation, ServerKeys keys, RateLimits rates) {
    Purge purge = installation.stores().operation().purge();
    Runnable prepare = () -> purge.prepare(installation.clock().instant());
    Background.attempt("partitions", prepare);
    tasks.every(BETWEEN_PURGES, "partitions", prepare);
    tasks.every(
        BETWEEN_PURGES, "purge", () -> purge.deleteAllExpired(installation.clock().instant()));
    RevocationCleanup revoked = installation.stores().operation().revocationCleanup();
    tasks.every(
        BETWEEN_PURGES, "revoked tokens", () -> revoked.run(installation.clock().instant()));
    tasks.every(BETWEEN_CLOCK_CHECKS, "clock", installation.database()::clockFault);
    tasks.every(BETWEEN_PURGES, "signing keys", keys::rotate);
    var sealer =
        new AuditSealer(
            installation.stores().operation().auditSeals(),
            installation.stores().operation().auditExport(),
            () -> installation.settings().recording().audit(),
            keys::sealSigner);
    tasks.every(BETWEEN_SEALS, "seals of the audit log", () -> seal(sealer, installation));
    tasks.every(BETWEEN_DISK_CHECKS, "disk reserve", installation.database()::keepReserve);
    tasks.every(BETWEEN_FLUSHES, "usage", usage::flushNext);
    tasks.every(MINUTE, "usage left out", usage::logDropped);
    tasks.every(BETWEEN_CALL_FLUSHES, "calls", calls::flush);
    Background.attempt("processes that ended", () -> calls.begin(installation.now().at()));
    tasks.every(
        BETWEEN_COPIES, "calls that are written", () -> calls.note(installation.now().at()));
    tasks.every(BETWEEN_FLUSHES, "calls of hours", calls::flushCounts);
    tasks.every(BETWEEN_CALL_BOUNDS, "bounds of calls", () -> keepBounds(installation));
    tasks.every(BETWEEN_SWEEPS, "rates", rates::sweep);
    tasks.every(BETWEEN_BACKLOGS, "backlog", () -> backlog = Backlog.of(installation.database()));
  }

  /** As it was some seconds ago, so that reading the metrics does not wait for the store. */
  Backlog backlog() {
    return backlog;
  }

  /**
   * Starts reviews of access, reminds of them and signs their reports, unless the clock is wrong.
   */
  void review(ReviewDuties duties, Installation installation, ServerKeys keys) {
    tasks.every(
        BETWEEN_SEALS,
        "reviews",
        () -> {
          if (installation.database().clockFault().isEmpty()) {
            RequestMoment now = installation.now();
            duties.startDue(now);
            duties.remind(now);
            duties.acts().tasks().sign(keys.sealSigner(Optional.empty(), now), now);
          }
        });
  }

  /** With a wrong clock, seals would have wrong times for good. */
  private static void seal(AuditSealer sealer, Installation installation) {
    if (installation.database().clockFault().isEmpty()) {
      sealer.seal(installation.now());
    }
  }

  /** With a wrong clock, calls would be deleted that are not old. */
  private void keepBounds(Installation installation) {
    if (installation.database().clockFault().isEmpty()) {
      calls.keepBounds(installation.clock().instant());
    }
  }

  /** Ends a minute of the recent answers once a minute. */
  void watchAnswers(RecentAnswers answers, InstantSource clock) {
    tasks.every(MINUTE, "recent answers", () -> answers.endMinute(clock.instant()));
  }

  /** Copies the audit log to a syslog server, while the operator names one. */
  void copy(SyslogCopy copy) {
    copy.begin();
    tasks.every(BETWEEN_COPIES, "audit to syslog", copy::sendNew);
    copies.add(copy);
  }

  /** Sends what has happened to those who want to know it. */
  void send(WebhookSender sender) {
    sender.begin();
    senders.add(sender);
  }

  /** Opens alerts from what has happened, and closes those that are over. */
  void alert(AlertWatch watch) {
    watch.begin();
    calls.watch(watch);
    tasks.every(BETWEEN_COPIES, "alerts of entries", watch::readEntries);
    tasks.every(MINUTE, "alerts of what lasts", watch::sweep);
  }

  /** Does what the operator requires of organization tokens. */
  void enforce(Supplier<TokenPolicy> policy, Installation installation) {
    tasks.every(BETWEEN_POLICIES, "token policies", () -> policy.get().enforce(installation.now()));
  }

  /**
   * Checks regularly whether the files of the TLS certificate were renewed while the server runs.
   */
  void watchCertificate(Server server) {
    tasks.every(BETWEEN_CERTIFICATE_CHECKS, "certificate", server::renewCertificate);
  }

  /** Writes the usage that is still in memory to the store, so that a normal stop loses nothing. */
  @Override
  public void close() {
    tasks.close();
    senders.forEach(WebhookSender::close);
    Background.attempt("usage", usage::flush);
    calls.close();
    copies.forEach(copy -> Background.attempt("audit to syslog", copy::close));
  }
}
