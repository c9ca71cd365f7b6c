package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store that a version made in which a person had one link to a password at most. */
class OlderLinksTest {
    private static final String STEP = "/schema/0016-reset-links-side-by-side.sql";

    @ParameterizedTest
    @EnumSource(Store.class)
    void a_link_that_was_mailed_before_the_new_version_works_after_it(Store store)
            throws IOException {
        String step = step();
        Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(new SecureRandom());
        try (Nodes nodes = Nodes.open(store)) {
            Id.User person = nodes.person();
            nodes.here.write(sql -> {
                sql.update("DROP TABLE password_links");
                sql.script(
                        """
                        CREATE TABLE password_links (
                            user_id         TEXT PRIMARY KEY REFERENCES users,
                            link_hash       BYTEA NOT NULL UNIQUE,
                            expires_at      BIGINT NOT NULL
                        );
                        CREATE INDEX password_links_by_expiry ON password_links (expires_at);
                        """);
                return sql.update(
                        "INSERT INTO password_links (user_id, link_hash, expires_at)"
                                + " VALUES (?, ?, ?)",
                        person,
                        link.hash(),
                        nodes.clock.instant().plus(Duration.ofHours(1)));
            });

            nodes.here.write(sql -> {
                sql.script(nodes.here.dialect().spell(step));
                return true;
            });

            var links = new PasswordLinks(nodes.here, Limits.DEFAULT);
            assertThat(links.open(link, nodes.now("here")))
                    .hasValueSatisfying(whose -> assertThat(whose.id()).isEqualTo(person));
        }
    }

    private static String step() throws IOException {
        try (var file = Objects.requireNonNull(Schema.class.getResourceAsStream(STEP))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
