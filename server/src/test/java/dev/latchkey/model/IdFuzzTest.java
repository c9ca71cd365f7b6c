package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** An id has one form and one kind, and packing it into bytes loses nothing. */
class IdFuzzTest extends ParserFuzz {
  private static final List<Id.Kind<? extends Id>> KINDS =
      List.of(
          Id.USER,
          Id.VIRTUAL_ADMINISTRATOR,
          Id.CLIENT,
          Id.ORGANIZATION,
          Id.TEAM,
          Id.GRANT,
          Id.REQUEST,
          Id.FORM);

  @Override
  protected void holds(byte[] input) {
    String sent = latin1(input);
    int taken = 0;
    for (Id.Kind<? extends Id> kind : KINDS) {
      Optional<? extends Id> id = kind.parse(sent);
      if (id.isPresent()) {
        taken++;
        assertThat(id.get().value()).isEqualTo(sent).matches("[a-z]+_[0-9A-Za-z]{22}");
        ByteBuffer bytes = ByteBuffer.allocate(Id.Kind.BYTES);
        kind.put(sent, bytes, 0);
        assertThat(kind.at(bytes, 0)).isEqualTo(id.get());
      }
    }
    assertThat(taken).isLessThanOrEqualTo(1);
  }
}
