package dev.latchkey.cli;

import dev.latchkey.gateway.OpenRoute;
import dev.latchkey.gateway.RouteTable;
import dev.latchkey.gateway.Target;
import dev.latchkey.model.Scopes;
import java.util.ArrayList;
import java.util.List;

/** Formats rows of the route table as text. */
final class RouteLines {
    private RouteLines() {}

    static List<List<String>> table(RouteTable table) {
        var lines = new ArrayList<List<String>>();
        lines.add(List.of("METHODS", "PATH", "SCOPES", "UPSTREAM"));
        for (OpenRoute route : table.routes()) {
            lines.add(
                    List.of(
                            methods(route),
                            route.pattern().toString(),
                            scopes(route),
                            target(route)));
        }
        return lines;
    }

    static String methods(OpenRoute route) {
        return String.join(",", route.methods());
    }

    static String scopes(OpenRoute route) {
        return route.needs().joined(Scopes.Separator.COMMA);
    }

    static String target(OpenRoute route) {
        return switch (route.target()) {
            case Target.BuiltIn builtIn -> "Latchkey itself";
            case Target.Forwarded forwarded -> forwarded.upstream().name();
        };
    }
}
