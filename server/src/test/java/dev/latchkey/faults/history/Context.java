package dev.latchkey.faults.history;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * All operations about the things that a violation is about, for a person who looks for its cause.
 */
public final class Context {
    private final List<Operation> operations;

    public Context(List<Operation> operations) {
        this.operations = operations;
    }

    /**
     * The grant's own, and those about its user, session, client and owners; or the token's own.
     */
    public List<Operation> of(Violation violation) {
        Set<String> about = new HashSet<>();
        violation.operations().forEach(each -> addAll(each, about));
        // A grant is named in its consent, which names the session, and this the user.
        for (Kind kind : List.of(Kind.CONSENT, Kind.SIGN_IN, Kind.CREATE, Kind.TRANSFER)) {
            operations.stream()
                    .filter(each -> each.kind() == kind && about.contains(each.subject()))
                    .forEach(each -> about.addAll(each.act().with()));
        }
        return operations.stream()
                .filter(isAbout(about))
                .sorted((one, other) -> Long.compare(one.begin(), other.begin()))
                .toList();
    }

    /** A pair is named after its grant. */
    private static void addAll(Operation operation, Set<String> to) {
        to.add(operation.subject());
        to.add(operation.subject().split("\\.")[0]);
        if (operation.kind() != Kind.CONSENT) {
            to.addAll(operation.act().with());
        }
    }

    private static Predicate<Operation> isAbout(Set<String> names) {
        return each ->
                switch (each.kind()) {
                    case CHECK, REFRESH, REVOKE ->
                            names.contains(each.subject())
                                    || names.contains(each.subject().split("\\.")[0]);
                    case SIGN_IN -> names.contains(each.act().with(0));
                    default -> names.contains(each.subject());
                };
    }
}
