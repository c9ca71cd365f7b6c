package dev.latchkey.faults.history.run.actor;

/** A consent, and the code that was issued for it. */
record HeldGrant(String name, String code, HeldApp app) {}
