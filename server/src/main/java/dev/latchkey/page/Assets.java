package dev.latchkey.page;

import dev.latchkey.http.Content;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The static files that pages load. Only the files listed here are served. */
public final class Assets {
    private static final String PICO =
            "/META-INF/resources/webjars/picocss__pico/2.1.1/css/pico.min.css";

    /** Each file that a browser may load, and the resources of which it consists, in this order. */
    private static final Map<String, List<String>> FILES =
            Map.of(
                    "pico.css",
                    List.of(PICO),
                    "latchkey.css",
                    List.of(
                            "/assets/css/tokens.css",
                            "/assets/css/base.css",
                            "/assets/css/shell.css",
                            "/assets/css/forms.css",
                            "/assets/css/data.css",
                            "/assets/css/features.css"),
                    "latchkey.svg",
                    List.of("/assets/latchkey.svg"),
                    "copy.js",
                    List.of("/assets/copy.js"),
                    "scopes.js",
                    List.of("/assets/scopes.js"));

    private final Map<String, byte[]> loaded =
            FILES.entrySet().stream()
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    Map.Entry::getKey, file -> join(file.getValue())));

    public Route route() {
        return Route.openPage("GET", "/assets/{file}", this::answer).immediate();
    }

    private Response answer(Request request) {
        String name = Optional.ofNullable(request.segments().get("file")).orElse("");
        return Optional.ofNullable(loaded.get(name))
                .map(bytes ->
                        new Response(200, List.of(), new Content.Whole(bytes))
                                .with("Content-Type", type(name))
                                .with("Cache-Control", "public, max-age=3600"))
                .orElseGet(() -> new Refusal(404, "not_found", "There is no such file.").json());
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.'))) {
            case ".svg" -> "image/svg+xml";
            case ".js" -> "text/javascript; charset=utf-8";
            default -> "text/css; charset=utf-8";
        };
    }

    private static byte[] join(List<String> resources) {
        var bytes = new ByteArrayOutputStream();
        resources.forEach(resource -> bytes.writeBytes(load(resource)));
        return bytes.toByteArray();
    }

    private static byte[] load(String resource) {
        try (InputStream file = Assets.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException("missing " + resource);
            }
            return file.readAllBytes();
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }
}
