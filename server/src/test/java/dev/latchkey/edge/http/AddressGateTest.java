package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which addresses count as one network. */
class AddressGateTest {
  @ParameterizedTest
  @CsvSource({
    "2001:db8:1:2::1,              2001:db8:1:2:ffff:ffff:ffff:ffff",
    "2001:db8:1:2::1,              2001:0DB8:0001:0002:0:0:0:2",
    "fe80::1,                      fe80::2",
    "192.0.2.1,                    192.0.2.1",
    "::ffff:192.0.2.1,             192.0.2.1"
  })
  void these_addresses_count_as_one(String one, String other) {
    assertThat(AddressGate.network(one)).isEqualTo(AddressGate.network(other));
  }

  @ParameterizedTest
  @CsvSource({
    "2001:db8:1:2::1, 2001:db8:1:3::1",
    "192.0.2.1,       192.0.2.2",
    "192.0.2.1,       c000:201::",
    "::1,             127.0.0.1"
  })
  void these_addresses_count_as_two(String one, String other) {
    assertThat(AddressGate.network(one)).isNotEqualTo(AddressGate.network(other));
  }

  @Test
  void a_text_that_is_not_an_address_counts_as_itself() {
    assertThat(AddressGate.network("unix").text()).isEqualTo("unix");
  }
}
