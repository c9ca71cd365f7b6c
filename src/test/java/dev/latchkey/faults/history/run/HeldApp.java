package dev.latchkey.faults.history.run;

/**
 * A personal credential: its name in the history, its name on its page, and what it proves itself
 * by.
 */
record HeldApp(String name, String title, String clientId, String secret) {}
