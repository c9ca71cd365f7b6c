package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Security row 65: whoever reads a name knows what kind of thing it names. */
class IdTest {
    private static final List<Id.Kind<?>> KINDS =
            List.of(
                    Id.USER,
                    Id.VIRTUAL_ADMINISTRATOR,
                    Id.CLIENT,
                    Id.ORGANIZATION,
                    Id.TEAM,
                    Id.GRANT,
                    Id.REQUEST);

    @Test
    void a_name_of_one_kind_is_never_one_of_another() {
        var dice = new Random(65);
        for (Id.Kind<?> drawn : KINDS) {
            String name = drawn.draw(dice).value();
            for (Id.Kind<?> read : KINDS) {
                assertThat(read.parse(name).isPresent())
                        .as(name + " as " + read.prefix())
                        .isEqualTo(read.equals(drawn));
            }
        }
    }

    @Test
    void what_could_not_have_been_drawn_names_nothing() {
        String name = Id.USER.draw(new Random(66)).value();
        for (String other :
                List.of(
                        "",
                        "usr_",
                        name.substring(1),
                        name.substring(0, name.length() - 1),
                        name + "0",
                        name.toUpperCase(Locale.ROOT),
                        name.replace('_', '-'),
                        " " + name,
                        name.substring(0, name.length() - 1) + "\u0430")) {
            assertThat(Id.USER.parse(other)).as(other).isEmpty();
        }
    }
}
