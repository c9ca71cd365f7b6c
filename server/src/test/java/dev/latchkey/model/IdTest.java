package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Security row 65: the prefix of an id says what kind of thing it identifies. */
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
  void an_id_of_one_kind_is_never_one_of_another() {
    var random = new Random(65);
    for (Id.Kind<?> drawn : KINDS) {
      String name = drawn.draw(random).value();
      for (Id.Kind<?> read : KINDS) {
        assertThat(read.parse(name).isPresent())
            .as(name + " as " + read.prefix())
            .isEqualTo(read.equals(drawn));
      }
    }
  }

  @Test
  void a_text_that_cannot_be_generated_is_not_an_id() {
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

  @Test
  void an_id_packed_into_bytes_is_read_back() {
    var random = new Random(67);
    var page = ByteBuffer.allocate(3 * Id.Kind.BYTES);
    byte[] before = new byte[Id.Kind.BYTES];
    for (int i = 0; i < 1_000; i++) {
      Id.User name = Id.USER.draw(random);

      Id.USER.put(name.value(), page, Id.Kind.BYTES);

      assertThat(Id.USER.at(page, Id.Kind.BYTES)).isEqualTo(name);
      assertThat(page.slice(0, Id.Kind.BYTES)).isEqualTo(ByteBuffer.wrap(before));
      assertThat(page.slice(2 * Id.Kind.BYTES, Id.Kind.BYTES)).isEqualTo(ByteBuffer.wrap(before));
    }
  }

  @Test
  void the_id_of_another_kind_is_not_packed() {
    String team = Id.TEAM.draw(new Random(68)).value();

    assertThatThrownBy(() -> Id.USER.put(team, ByteBuffer.allocate(Id.Kind.BYTES), 0))
        .hasMessageContaining("usr_");
  }
}
