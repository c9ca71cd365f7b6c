package dev.latchkey.cli;

import dev.latchkey.gateway.CanonicalPath;
import dev.latchkey.gateway.OpenRoute;
import dev.latchkey.gateway.PathRewrite;
import dev.latchkey.gateway.RouteTable;
import dev.latchkey.gateway.Target;
import dev.latchkey.model.Scopes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
            case Target.Forwarded forwarded ->
                    forwarded.upstream().name() + rewrite(forwarded.rewrite());
        };
    }

    private static String rewrite(PathRewrite rewrite) {
        if (rewrite.isNone()) {
            return "";
        }
        if (rewrite.strip().isEmpty()) {
            return " (" + rewrite.add() + " is put before the path)";
        }
        return rewrite.add().isEmpty()
                ? " (without " + rewrite.strip() + ")"
                : " (" + rewrite.strip() + " becomes " + rewrite.add() + ")";
    }

    /** The path that the service receives; empty if it is the path of the call. */
    static Optional<String> rewritten(OpenRoute route, CanonicalPath called) {
        return switch (route.target()) {
            case Target.BuiltIn builtIn -> Optional.empty();
            case Target.Forwarded forwarded ->
                    Optional.of(forwarded.rewrite().toService(called.text()))
                            .filter(path -> !path.equals(called.text()));
        };
    }
}
