package dev.latchkey.config;

import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Scope;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Waits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the configuration file. Every key must be known and every value sound; a fault is named
 * with its line.
 */
public final class ConfigFile {
    private static final Set<String> KEYS =
            Set.of(
                    "base_url",
                    "listen",
                    "port",
                    "trusted_proxies",
                    "data",
                    "database",
                    "platform_version",
                    "limits",
                    "rules",
                    "waits",
                    "scopes",
                    "upstreams",
                    "routes");
    private static final Set<String> SCOPE_KEYS = Set.of("name", "title", "description", "group");

    private ConfigFile() {}

    /**
     * What holds without a file: loopback, SQLite under {@code ./data}, the catalogue that comes
     * with Latchkey.
     */
    public static Settings defaults() {
        return settings(Yaml.parse("defaults", ""));
    }

    public static Settings read(Path file) {
        try {
            return settings(Yaml.parse(file.toString(), Files.readString(file)));
        } catch (IOException unreadable) {
            throw new ConfigFault(
                    "cannot read " + file + ": it is missing or not readable", unreadable);
        }
    }

    private static Settings settings(Yaml file) {
        file.only(KEYS);
        var catalogue = new Catalogue(scopes(file.list("scopes").orElseGet(ConfigFile::ownScopes)));
        return new Settings(
                file.text("base_url"),
                file.text("listen").orElse("127.0.0.1"),
                file.number("port").orElse(8080),
                Set.copyOf(file.texts("trusted_proxies")),
                Path.of(file.text("data").orElse("data")),
                file.text("database"),
                file.text("platform_version").orElse("6.2.18"),
                file.section("limits").map(ConfigFile::limits).orElse(Limits.DEFAULT),
                file.section("rules").map(ConfigFile::rules).orElse(Rules.DEFAULT),
                file.section("waits").map(ConfigFile::waits).orElse(Waits.DEFAULT),
                catalogue,
                RouteSection.table(file, UpstreamSection.upstreams(file), catalogue));
    }

    private static Limits limits(Yaml section) {
        return section.record(Limits.class, Limits.DEFAULT);
    }

    private static Rules rules(Yaml section) {
        return section.record(Rules.class, Rules.DEFAULT);
    }

    private static Waits waits(Yaml section) {
        return section.record(Waits.class, Waits.DEFAULT);
    }

    private static List<Scope> scopes(List<Yaml> entries) {
        var scopes = new ArrayList<Scope>();
        for (Yaml entry : entries) {
            entry.only(SCOPE_KEYS);
            String name = entry.text("name").orElseThrow(() -> entry.fault("a scope needs a name"));
            if (!Scopes.isName(name)) {
                throw entry.fault(
                        name
                                + " is not a scope name: write read:resource:part or write:resource:part");
            }
            if (scopes.stream().anyMatch(known -> known.name().equals(name))) {
                throw entry.fault(name + " stands here a second time");
            }
            scopes.add(
                    new Scope(
                            name,
                            entry.text("title").orElse(name),
                            entry.text("description").orElse(""),
                            entry.text("group").orElse("")));
        }
        return scopes;
    }

    private static List<Yaml> ownScopes() {
        try (InputStream own = ConfigFile.class.getResourceAsStream("/catalogue.yaml")) {
            String text =
                    new String(
                            Optional.ofNullable(own).orElseThrow().readAllBytes(),
                            StandardCharsets.UTF_8);
            return Yaml.parse("catalogue.yaml", text).list("scopes").orElse(List.of());
        } catch (IOException unreadable) {
            throw new IllegalStateException(
                    "the catalogue that comes with Latchkey is unreadable", unreadable);
        }
    }
}
