package dev.latchkey.faults.history.run;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** An organization credential and its latest tokens. */
final class Machine {
    private static final int KEPT = 3;

    private final String name;
    private final String clientId;
    private final List<Token> tokens = new ArrayList<>();

    /** A token: its name in the history, and its text. */
    record Token(String name, String text) {}

    Machine(String name, String clientId, Token first) {
        this.name = name;
        this.clientId = clientId;
        tokens.add(first);
    }

    String name() {
        return name;
    }

    String clientId() {
        return clientId;
    }

    synchronized void add(Token token) {
        if (tokens.size() == KEPT) {
            tokens.removeFirst();
        }
        tokens.add(token);
    }

    synchronized List<Token> tokens() {
        return List.copyOf(tokens);
    }

    synchronized Token any(SplittableRandom random) {
        return tokens.get(random.nextInt(tokens.size()));
    }
}
