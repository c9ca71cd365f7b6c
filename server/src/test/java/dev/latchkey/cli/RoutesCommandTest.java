package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The route table as the command prints it. */
class RoutesCommandTest {
    private static final String ROUTES =
            """
            upstreams:
              platform:
                addresses: [http://127.0.0.1:9000]
            routes:
              - methods: [POST, GET]
                path: /projects/**
                scopes: [read:project:info]
                upstream: platform
              - methods: [GET]
                path: /projects/{project_id}/members
                scopes: [read:project:members, read:project:info]
                upstream: platform
            """;

    @TempDir private Path directory;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("latchkey.yaml");
        Files.writeString(file, ROUTES);
    }

    @Test
    void the_table_is_printed_row_by_row() {
        Program table = routes();

        assertThat(table.exitCode()).as(table.err()).isZero();
        assertThat(table.out().lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "METHODS PATH SCOPES UPSTREAM",
                        "GET /openapi/v2/directory/users/me read:directory:users Latchkey itself",
                        "GET,POST /openapi/v2/projects/** read:project:info platform",
                        "GET /openapi/v2/projects/{project_id}/members"
                                + " read:project:info,read:project:members platform");
    }

    @Test
    void a_call_is_explained_with_its_row_and_the_others() {
        Program explained = routes("--explain", "HEAD /openapi/v2/projects/P1/members?page=2");

        assertThat(explained.exitCode()).as(explained.err()).isZero();
        assertThat(explained.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        "HEAD /openapi/v2/projects/P1/members",
                        "matches GET /openapi/v2/projects/{project_id}/members",
                        "needs read:project:info,read:project:members",
                        "goes to platform",
                        "Other rows for this path:",
                        "GET,POST /openapi/v2/projects/** is less specific");
    }

    @Test
    void a_call_that_matches_no_row_is_explained_with_its_refusal() {
        assertRefused("DELETE /openapi/v2/projects/P1", "405", "GET, POST", "is not for DELETE");
        assertRefused("GET /projects/P1", "404", "/openapi/v2");
        assertRefused("GET /openapi/v2/projects/%2e%2e/directory", "400");
    }

    @Test
    void a_broken_file_is_named_with_its_line_number() throws IOException {
        Files.writeString(file, ROUTES.replace("upstream: platform", "upstream: elsewhere"));
        Program broken = routes();

        assertThat(broken.exitCode()).isEqualTo(1);
        assertThat(broken.err())
                .startsWith(
                        "latchkey: "
                                + file
                                + ":8: routes[0].upstream: there is no upstream named elsewhere");
    }

    private void assertRefused(String call, String... parts) {
        Program refused = routes("--explain", call);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.out()).contains(parts);
        assertThat(refused.err()).isEmpty();
    }

    private Program routes(String... more) {
        var all = new ArrayList<>(List.of("routes", "--config", file.toString()));
        all.addAll(List.of(more));
        return Program.start(all.toArray(String[]::new));
    }
}
