package dev.latchkey.model.audit;

import dev.latchkey.model.Id;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Which entries of the audit log a page shows. The newest come first. Without {@code organization},
 * the search covers the entries of every organization and those that belong to no organization.
 * {@code actor}: the person who acted. {@code about} and {@code client}: the person and the
 * credential whom the event concerns. {@code events}: empty for every event. {@code isDone}:
 * whether the event happened or was refused. {@code request}: the id of the request.
 */
public record AuditSearch(
    Optional<Id.Organization> organization,
    Period period,
    Optional<Id.User> actor,
    Optional<Id.User> about,
    Optional<Id.Client> client,
    Set<AuditEvent> events,
    Optional<Boolean> isDone,
    Optional<String> address,
    Optional<String> request,
    Position position) {

  public AuditSearch {
    events = Set.copyOf(events);
  }

  /** From the first moment, including it, to the last, excluding it. */
  public record Period(Optional<Instant> from, Optional<Instant> until) {
    public static final Period ALL = new Period(Optional.empty(), Optional.empty());
  }

  /** Where a page begins. The number is that of an entry on the neighboring page. */
  public sealed interface Position {
    record Newest() implements Position {}

    /** The entries older than this one, the newest of them first. */
    record After(long entry) implements Position {}

    /** The entries that are newer than this one and closest to it. */
    record Before(long entry) implements Position {}

    /** The newest entries, as far back as this one, without it. */
    record Since(long entry) implements Position {}
  }

  /** All entries about a credential. */
  public static AuditSearch of(Id.Client client, Position position) {
    return new AuditSearch(
        Optional.empty(),
        Period.ALL,
        Optional.empty(),
        Optional.empty(),
        Optional.of(client),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        position);
  }

  /** The newest entries in an organization. */
  public static AuditSearch of(Id.Organization organization) {
    return new AuditSearch(
        Optional.of(organization),
        Period.ALL,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new Position.Newest());
  }

  /** Those that are about this person. */
  public AuditSearch about(Id.User person) {
    return new AuditSearch(
        organization,
        period,
        actor,
        Optional.of(person),
        client,
        events,
        isDone,
        address,
        request,
        position);
  }

  /** Those of what this person has done. */
  public AuditSearch by(Id.User person) {
    return new AuditSearch(
        organization,
        period,
        Optional.of(person),
        about,
        client,
        events,
        isDone,
        address,
        request,
        position);
  }

  /** The newest entries about a credential of one kind of event. */
  public static AuditSearch of(Id.Client client, AuditEvent event) {
    return of(client, new Position.Newest()).only(event);
  }

  /** The newest entries about a person of one kind of event. */
  public static AuditSearch of(Id.User about, AuditEvent event) {
    return new AuditSearch(
        Optional.empty(),
        Period.ALL,
        Optional.empty(),
        Optional.of(about),
        Optional.empty(),
        Set.of(event),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new Position.Newest());
  }

  private AuditSearch only(AuditEvent event) {
    return new AuditSearch(
        organization,
        period,
        actor,
        about,
        client,
        Set.of(event),
        isDone,
        address,
        request,
        position);
  }

  public AuditSearch at(Position other) {
    return new AuditSearch(
        organization, period, actor, about, client, events, isDone, address, request, other);
  }
}
