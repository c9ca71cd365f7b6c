package dev.latchkey.edge.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.credential.PublicClientId;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From which addresses the documents of apps are read (docs/decisions/0065). */
class PublicAddressTest {
  @Test
  void only_addresses_of_the_public_internet_are_public() throws Exception {
    for (String inside :
        List.of(
            "127.0.0.1",
            "10.1.2.3",
            "172.31.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001:db8::1")) {
      assertThat(PublicAddress.isPublic(InetAddress.ofLiteral(inside))).as(inside).isFalse();
    }
    for (String outside : List.of("8.8.8.8", "172.32.0.1", "2606:4700::1111")) {
      assertThat(PublicAddress.isPublic(InetAddress.ofLiteral(outside))).as(outside).isTrue();
    }
    for (String unusable :
        List.of(
            "http://a.example/x",
            "https://a.example",
            "https://a.example/",
            "https://10.0.0.1/x",
            "https://[::1]/x",
            "https://u@a.example/x",
            "https://a.example/x#f",
            "https://a.example/x/../y",
            "https://A.example/x",
            "https://a.example/./x",
            "https://a.example/" + "x".repeat(1_000))) {
      assertThat(PublicClientId.parse(unusable)).as(unusable).isEmpty();
    }
  }
}
