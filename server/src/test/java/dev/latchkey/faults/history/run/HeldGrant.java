package dev.latchkey.faults.history.run;

/** A consent, and the code that came of it. */
record HeldGrant(String name, String code, HeldApp app) {}
