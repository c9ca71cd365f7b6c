package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The operations of a history, found by their subjects. Operations that have changed nothing and
 * seen nothing are left out.
 */
final class Index {
  private final Map<Kind, Map<String, List<Operation>>> bySubject = new EnumMap<>(Kind.class);
  private final Map<String, Gate> users = new HashMap<>();
  private final Map<String, Gate> memberships = new HashMap<>();
  private final Map<String, Gate> networks = new HashMap<>();
  private final Map<String, Suspensions> ofOwners = new HashMap<>();
  private final Map<String, Suspensions> ofNetworks = new HashMap<>();

  Index(List<Operation> operations) {
    operations.forEach(this::add);
    users.values().forEach(Gate::sort);
    memberships.values().forEach(Gate::sort);
    networks.values().forEach(Gate::sort);
  }

  /** The operations of one kind by subject, in the order in which the subjects first appear. */
  Map<String, List<Operation>> subjects(Kind kind) {
    return bySubject.getOrDefault(kind, Map.of());
  }

  List<Operation> of(Kind kind, String subject) {
    return subjects(kind).getOrDefault(subject, List.of());
  }

  /** By introspection and through the gateway. */
  List<Operation> checks(String token) {
    return Stream.of(of(Kind.CHECK, token), of(Kind.CALL, token)).flatMap(List::stream).toList();
  }

  Gate user(String name) {
    return users.getOrDefault(name, new Gate());
  }

  Gate membership(String name) {
    return memberships.getOrDefault(name, new Gate());
  }

  /** What suspends the tokens of a client. No owner suspends an organization credential. */
  Observing observing(String client, Consumer<Violation> violations) {
    return new Observing(
        ofOwners.computeIfAbsent(client, this::suspend),
        ofNetworks.computeIfAbsent(
            client, first -> new Suspensions(networks.getOrDefault(client, new Gate()))),
        violations);
  }

  private void add(Operation operation) {
    String subject = operation.subject();
    bySubject
        .computeIfAbsent(operation.kind(), first -> new LinkedHashMap<>())
        .computeIfAbsent(subject, first -> new ArrayList<>(2))
        .add(operation);
    if (!operation.mayHaveHappened()) {
      return;
    }
    switch (operation.kind()) {
      case DISABLE -> users.computeIfAbsent(subject, first -> new Gate()).close(operation);
      case ENABLE -> users.computeIfAbsent(subject, first -> new Gate()).open(operation);
      case LEAVE -> memberships.computeIfAbsent(subject, first -> new Gate()).close(operation);
      case JOIN -> memberships.computeIfAbsent(subject, first -> new Gate()).open(operation);
      case SHUT_OUT -> networks.computeIfAbsent(subject, first -> new Gate()).close(operation);
      case LET_IN -> networks.computeIfAbsent(subject, first -> new Gate()).open(operation);
      default -> {}
    }
  }

  private Suspensions suspend(String client) {
    var owners = new ArrayList<>(of(Kind.CREATE, client));
    of(Kind.TRANSFER, client).stream().filter(Operation::mayHaveHappened).forEach(owners::add);
    owners.sort(Comparator.comparingLong(Operation::begin));
    return new Suspensions(owners, users);
  }
}
