package dev.latchkey.cli;

import dev.latchkey.config.ConfigFault;
import dev.latchkey.gateway.RouteTable;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Applies the route table of the file while the service is running: all of it, or nothing. */
final class RouteReload {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    private final Supplier<RouteTable> file;
    private final Consumer<RouteTable> apply;

    RouteReload(Supplier<RouteTable> file, Consumer<RouteTable> apply) {
        this.file = file;
        this.apply = apply;
    }

    /**
     * Reads the file and applies its table. Only one call runs at a time. Otherwise an older
     * version of the file could be applied after a newer one.
     */
    synchronized void reload() {
        try {
            RouteTable table = file.get();
            apply.accept(table);
            LOG.log(Level.INFO, "a new route table is active, rows: " + table.routes().size());
        } catch (ConfigFault fault) {
            LOG.log(Level.ERROR, "the route table is unchanged: " + fault.getMessage());
        }
    }
}
