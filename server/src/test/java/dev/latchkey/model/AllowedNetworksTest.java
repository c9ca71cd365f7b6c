package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedNetworksTest {
  @ParameterizedTest
  @CsvSource({
    "192.0.2.0/24, 192.0.2.0",
    "192.0.2.0/24, 192.0.2.255",
    "192.0.2.0/24, ::ffff:192.0.2.7",
    "192.0.2.0/24, 0:0:0:0:0:FFFF:C000:0207",
    "192.0.2.128/25, 192.0.2.128",
    "192.0.2.7, 192.0.2.7",
    "192.0.2.7/32, 192.0.2.7",
    "192.0.2.6/31, 192.0.2.7",
    "0.0.0.0/0, 255.255.255.255",
    "128.0.0.0/1, 200.1.2.3",
    "::ffff:192.0.2.0/120, 192.0.2.200",
    "::ffff:0:0/96, 8.8.8.8",
    "2001:db8::/32, 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:DB8:0:0::/64, 2001:db8::1",
    "2001:db8::/65, 2001:db8::7fff:0:0:0",
    "2001:db8::1, 2001:0db8:0000:0000:0000:0000:0000:0001",
    "::/0, 2001:db8::1",
    "::1, 0:0:0:0:0:0:0:1",
    "::1.2.3.4, ::102:304",
    "64:ff9b::/96, 64:ff9b::192.0.2.1",
    "fe80::/10, fe80:0:0:0:0:0:0:1%eth0"
  })
  void an_address_inside_a_network_is_allowed(String networks, String address) {
    assertThat(AllowedNetworks.parse(networks).allow(address)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.0/24, 192.0.3.0",
    "192.0.2.0/24, 192.0.1.255",
    "192.0.2.128/25, 192.0.2.127",
    "192.0.2.7, 192.0.2.6",
    "192.0.2.7, ::192.0.2.7",
    "128.0.0.0/1, 127.255.255.255",
    "::/0, 192.0.2.1",
    "::/0, ::ffff:192.0.2.1",
    "0.0.0.0/0, ::1",
    "0.0.0.0/0, 2001:db8::1",
    "2001:db8::/32, 2001:db9::",
    "2001:db8::/65, 2001:db8::8000:0:0:0",
    "192.0.2.0/24, unix",
    "::/0, unix",
    "0.0.0.0/0, test",
    "0.0.0.0/0, localhost",
    "0.0.0.0/0, 1",
    "0.0.0.0/0, 010.0.0.1",
    "0.0.0.0/0, ''"
  })
  void an_address_outside_is_not_allowed(String networks, String address) {
    assertThat(AllowedNetworks.parse(networks).allow(address)).isFalse();
  }

  @Test
  void without_networks_every_caller_is_allowed() {
    assertThat(AllowedNetworks.parse("")).isSameAs(AllowedNetworks.EVERYWHERE);
    assertThat(AllowedNetworks.parse(" \n,\n ").isEverywhere()).isTrue();
    assertThat(AllowedNetworks.EVERYWHERE.allow("unix")).isTrue();
    assertThat(AllowedNetworks.EVERYWHERE.text()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2001:DB8:0:0:0:0:0:0/32, 2001:db8::/32",
    "2001:0db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "0:0:1::, 0:0:1::",
    "1::, 1::",
    "::, ::",
    "::/0, ::/0",
    "::ffff:c000:200/120, 192.0.2.0/24",
    "10.0.0.1/32, 10.0.0.1",
    "::1/128, ::1"
  })
  void a_network_has_one_spelling(String entered, String stored) {
    assertThat(AllowedNetworks.parse(entered).text()).isEqualTo(stored);
    assertThat(AllowedNetworks.parse(stored)).isEqualTo(AllowedNetworks.parse(entered));
  }

  @Test
  void networks_are_separated_by_lines_or_commas_and_listed_once() {
    AllowedNetworks networks =
        AllowedNetworks.parse("10.0.0.0/8, ::1,\r\n\r\n  10.0.0.0/8\n192.0.2.1 ");

    assertThat(networks.text()).isEqualTo("10.0.0.0/8\n::1\n192.0.2.1");
    assertThat(networks.allow("10.255.0.1")).isTrue();
    assertThat(networks.allow("192.0.2.2")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "office",
        "example.com",
        "localhost/8",
        "10.0.0",
        "10",
        "0x0a.0.0.1",
        "010.0.0.1",
        "10.0.0.256",
        "10.0.0.1.2",
        "10.0.0.1:80",
        "10.0.0.-1",
        "١٠.0.0.1",
        "10.0.0.0/",
        "10.0.0.0/08",
        "10.0.0.0/-1",
        "10.0.0.0/255.0.0.0",
        "10.0.0.0/8/8",
        "10.0.0.0 /8",
        "10.0.0.0/8 ::1",
        "/8",
        "[::1]",
        "::1%eth0",
        ":",
        ":::",
        "1::2::3",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7::8",
        "12345::",
        "g::",
        "::1.2.3",
        "::1.2.3.4:5",
        "1.2.3.4::",
        "1:2:3:4:5:6:7:1.2.3.4"
      })
  void a_text_that_is_no_address_is_a_flaw(String entry) {
    assertThat(AllowedNetworks.flawsOf("::1\n" + entry))
        .containsExactly(new AllowedNetworks.Flaw(2, entry, AllowedNetworks.Flaw.Kind.SHAPE, ""));
    assertThatThrownBy(() -> AllowedNetworks.parse(entry))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "::/129", "::ffff:10.0.0.0/95", "10.0.0.0/999"})
  void a_prefix_that_does_not_fit_is_a_flaw(String entry) {
    assertThat(AllowedNetworks.flawsOf(entry))
        .containsExactly(new AllowedNetworks.Flaw(1, entry, AllowedNetworks.Flaw.Kind.PREFIX, ""));
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.7/24, 192.0.2.0/24",
    "192.0.2.7/31, 192.0.2.6/31",
    "10.0.0.1/0, 0.0.0.0/0",
    "2001:db8::1/64, 2001:db8::/64",
    "2001:db8:0:0:8000::/64, 2001:db8::/64",
    "::ffff:192.0.2.7/120, 192.0.2.0/24"
  })
  void an_address_inside_a_network_is_a_flaw_that_says_what_was_meant(String entry, String meant) {
    assertThat(AllowedNetworks.flawsOf(entry))
        .containsExactly(
            new AllowedNetworks.Flaw(1, entry, AllowedNetworks.Flaw.Kind.HOST_BITS, meant));
  }

  @Test
  void there_are_at_most_50_networks_and_flaws_name_their_lines() {
    assertThat(AllowedNetworks.flawsOf(addresses(50) + "\n10.0.0.1")).isEmpty();
    assertThat(AllowedNetworks.flawsOf(addresses(51)))
        .extracting(AllowedNetworks.Flaw::kind)
        .containsExactly(AllowedNetworks.Flaw.Kind.TOO_MANY);
    assertThat(AllowedNetworks.flawsOf("\nx\n::1\ny, z"))
        .extracting(AllowedNetworks.Flaw::line)
        .containsExactly(2, 4, 4);
    assertThat(AllowedNetworks.flawsOf("x\n".repeat(1_000))).hasSize(10);
    assertThat(AllowedNetworks.flawsOf("x".repeat(1_000)).getFirst().entry()).hasSize(61);
  }

  private static String addresses(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "10.0.0." + i)
        .collect(Collectors.joining("\n"));
  }
}
