package dev.latchkey.faults.history.run;

/** A consent, and the code that was issued for it. */
record HeldGrant(String name, String code, HeldApp app) {}
