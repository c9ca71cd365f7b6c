package dev.latchkey.faults.history.run;

/** Nothing breaks. */
final class NoFault implements Fault {
    @Override
    public String name() {
        return "none";
    }

    @Override
    public void strike() {}

    @Override
    public void heal() {}
}
