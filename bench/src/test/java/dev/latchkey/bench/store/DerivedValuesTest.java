package dev.latchkey.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DerivedValuesTest {
  private final DerivedValues derived = new DerivedValues(7);

  @Test
  void a_number_always_has_the_same_secret() {
    assertThat(derived.access(42).reveal()).isEqualTo(new DerivedValues(7).access(42).reveal());
    assertThat(derived.access(42).reveal()).isNotEqualTo(new DerivedValues(8).access(42).reveal());
  }

  @Test
  void derived_values_have_the_form_of_created_ones() {
    assertThat(Secret.ACCESS.parse(derived.access(1).reveal())).isPresent();
    assertThat(Secret.REFRESH.parse(derived.refresh(1).reveal())).isPresent();
    assertThat(Secret.CODE.parse(derived.code(1).reveal())).isPresent();
    assertThat(Id.GRANT.parse(derived.grant(1).value())).isPresent();
    assertThat(Id.USER.parse(derived.user(1).value())).isPresent();
  }

  @Test
  void no_two_numbers_share_a_secret() {
    Set<String> seen = new HashSet<>();
    for (Batch.Kind kind : Batch.Kind.values()) {
      for (long i = 0; i < 10_000; i++) {
        assertThat(seen.add(derived.access(kind.number(i)).reveal())).isTrue();
      }
    }
  }
}
