package dev.latchkey.app;

import dev.latchkey.edge.http.Traffic;
import dev.latchkey.edge.metrics.Metrics;
import dev.latchkey.edge.observe.Observer;
import dev.latchkey.login.password.Passwords;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.database.StoreActivity;
import dev.latchkey.storage.operation.Backlog;
import dev.latchkey.usage.CallRecorder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Names the metrics of the parts of this process. */
record Monitoring(Metrics metrics, CallRecorder calls, Supplier<Backlog> backlog) {
  void begin(
      Installation installation, TokenChecks checks, Traffic traffic, Supplier<Observer> observer) {
    Build build = Build.read();
    metrics.info(
        "latchkey.build.info",
        "The version and commit of this process, and its database.",
        "version",
        build.version(),
        "commit",
        build.commit(),
        "store",
        installation.database().dialect().name().toLowerCase(Locale.ROOT));
    metrics.watch(traffic);
    watchTokenCache(checks);
    watchStore(installation.database().activity());
    watchPasswords(installation.passwords());
    watchBacklog(installation.clock());
    watchMails(installation.clock());
    metrics.count(
        "latchkey.calls.dropped",
        "Calls that are not in the request log because too many waited for the store.",
        calls::dropped);
    metrics.count(
        "latchkey.access.log.lost",
        "Lines of the access log that were not written because too many were waiting.",
        () -> observer.get().lostLines());
    metrics.count(
        "latchkey.traces.lost",
        "Spans that did not reach the collector.",
        () -> observer.get().lostSpans());
  }

  private void watchTokenCache(TokenChecks checks) {
    metrics.count(
        "latchkey.token.cache.hits",
        "Checks of tokens that were answered from memory.",
        checks::cacheHits);
    metrics.gauge(
        "latchkey.token.cache.bytes",
        "Size of the token cache. The limit is memory_megabytes.",
        checks::cacheBytes);
  }

  private void watchStore(StoreActivity store) {
    metrics.time(
        "latchkey.store.read.seconds",
        "Time of a read, with the wait for a connection.",
        store.reads());
    metrics.time(
        "latchkey.store.write.seconds",
        "Time until the data of a write was on disk, with all waits.",
        store.writes());
    metrics.time(
        "latchkey.store.connection.wait.seconds",
        "Wait for a connection of the pool.",
        store.connections());
    metrics.time(
        "latchkey.store.commit.seconds",
        "Time of a commit, until the data was on disk.",
        store.commits());
    metrics.count(
        "latchkey.store.writes",
        "Writes that were committed. Several may share a commit.",
        store::committedWrites);
  }

  private void watchPasswords(Passwords passwords) {
    metrics.count(
        "latchkey.passwords.hashed",
        "Passwords that were hashed, to store or to compare them.",
        passwords::hashed);
    metrics.count(
        "latchkey.passwords.refused",
        "Callers that waited too long for a password hash and got 503.",
        passwords::refused);
    metrics.gauge(
        "latchkey.passwords.waiting", "Callers that wait for a password hash.", passwords::waiting);
    metrics.time(
        "latchkey.passwords.wait.seconds",
        "Wait of a caller until its password was hashed or refused.",
        passwords.waits());
  }

  private void watchBacklog(InstantSource clock) {
    metrics.gauge(
        "latchkey.audit.unsealed.seconds",
        "Age of the oldest line of the audit log without a seal.",
        () -> seconds(backlog.get().unsealedSince(), clock));
    metrics.gauge(
        "latchkey.webhooks.waiting",
        "Deliveries to webhooks that wait.",
        () -> backlog.get().deliveries().count());
    metrics.gauge(
        "latchkey.webhooks.oldest.seconds",
        "How long the oldest delivery that waits has waited.",
        () -> seconds(backlog.get().deliveries().since(), clock));
  }

  private void watchMails(InstantSource clock) {
    metrics.gauge(
        "latchkey.mails.waiting", "Mails that wait.", () -> backlog.get().mails().count());
    metrics.gauge(
        "latchkey.mails.oldest.seconds",
        "How long the oldest mail that waits has waited.",
        () -> seconds(backlog.get().mails().since(), clock));
  }

  private static double seconds(Optional<Instant> since, InstantSource clock) {
    return Backlog.age(since, clock.instant()).toSeconds();
  }
}
