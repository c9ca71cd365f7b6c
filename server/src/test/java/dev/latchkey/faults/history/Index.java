package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The operations of a history, found by their subjects. Operations that have changed nothing and
 * seen nothing are left out.
 */
final class Index {
    private final Map<Kind, Map<String, List<Operation>>> bySubject = new EnumMap<>(Kind.class);
    private final Map<String, Gate> users = new HashMap<>();
    private final Map<String, Gate> memberships = new HashMap<>();
    private final Map<String, Suspensions> suspensions = new HashMap<>();

    Index(List<Operation> operations) {
        operations.forEach(this::add);
        users.values().forEach(Gate::sort);
        memberships.values().forEach(Gate::sort);
        subjects(Kind.CREATE).forEach((client, created) -> suspend(client, created));
    }

    /** The operations of one kind by subject, in the order in which the subjects first appear. */
    Map<String, List<Operation>> subjects(Kind kind) {
        return bySubject.getOrDefault(kind, Map.of());
    }

    List<Operation> of(Kind kind, String subject) {
        return subjects(kind).getOrDefault(subject, List.of());
    }

    Gate user(String name) {
        return users.getOrDefault(name, new Gate());
    }

    Gate membership(String name) {
        return memberships.getOrDefault(name, new Gate());
    }

    /** There are no suspensions for a client whose owner is not in the history. */
    Suspensions suspensions(String client) {
        return suspensions.computeIfAbsent(client, first -> new Suspensions(List.of(), Map.of()));
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
            case LEAVE ->
                    memberships.computeIfAbsent(subject, first -> new Gate()).close(operation);
            case JOIN -> memberships.computeIfAbsent(subject, first -> new Gate()).open(operation);
            default -> {}
        }
    }

    private void suspend(String client, List<Operation> created) {
        var owners = new ArrayList<>(created);
        of(Kind.TRANSFER, client).stream().filter(Operation::mayHaveHappened).forEach(owners::add);
        owners.sort(Comparator.comparingLong(Operation::begin));
        suspensions.put(client, new Suspensions(owners, users));
    }
}
