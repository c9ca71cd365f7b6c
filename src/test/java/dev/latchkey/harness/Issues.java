package dev.latchkey.harness;

import dev.latchkey.config.ConfigFile;
import dev.latchkey.config.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A service of the platform that keeps issues, as an operator puts it behind the gateway. */
public final class Issues {
    private static final String ROUTES =
            """
            upstreams:
              issues:
                addresses: [ADDRESS]
            routes:
              - methods: [GET]
                path: /issues/**
                scopes: [read:issue:info]
                upstream: issues
                ROW
              - methods: [POST, DELETE]
                path: /issues/**
                scopes: [write:issue:info]
                upstream: issues
                ROW
            """;

    private Issues() {}

    public static Settings behind(Settings plain, String address) {
        return behind(plain, address, "");
    }

    public static Settings behind(Settings plain, String address, String more) {
        return behind(plain, address, more, "timeout_seconds: 5");
    }

    /** {@code more} are further lines of the configuration file, {@code row} one of each row. */
    public static Settings behind(Settings plain, String address, String more, String row) {
        Path file = plain.data().resolve("latchkey.yaml");
        try {
            Files.writeString(file, more + ROUTES.replace("ADDRESS", address).replace("ROW", row));
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
        return ConfigFile.read(file)
                .with(to -> {
                    to.data = plain.data();
                    to.port = plain.port();
                    to.database = plain.database();
                });
    }
}
