package dev.latchkey.cli;

import dev.latchkey.config.ConfigFault;
import dev.latchkey.gateway.RouteTable;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Puts the route table of the file in force while the service runs: all of it, or nothing. */
final class RouteReload {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    private final Supplier<RouteTable> file;
    private final Consumer<RouteTable> inForce;

    RouteReload(Supplier<RouteTable> file, Consumer<RouteTable> inForce) {
        this.file = file;
        this.inForce = inForce;
    }

    /** One at a time, or an older reading could come into force after a newer one. */
    synchronized void again() {
        try {
            RouteTable table = file.get();
            inForce.accept(table);
            LOG.log(Level.INFO, "a new route table is in force, rows: " + table.routes().size());
        } catch (ConfigFault fault) {
            LOG.log(Level.ERROR, "the route table stays as it was: " + fault.getMessage());
        }
    }
}
