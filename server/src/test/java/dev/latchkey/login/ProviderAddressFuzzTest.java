package dev.latchkey.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.login.provider.IdentityProvider;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Set;

/** An address that a provider publishes is called only if its host is in the configuration file. */
class ProviderAddressFuzzTest extends ParserFuzz {
  private static final IdentityProvider PROVIDER =
      new IdentityProvider(
          "example",
          "Example",
          "https://id.example:8443/realm",
          Set.of("keys.example"),
          "latchkey",
          new IdentityProvider.ClientSecret("secret"),
          List.of());

  @Override
  protected void holds(byte[] input) {
    URI address;
    try {
      address = new URI(utf8(input));
    } catch (URISyntaxException notAnAddress) {
      return;
    }
    if (PROVIDER.isAt(address)) {
      URI called = HttpRequest.newBuilder(address).build().uri();
      assertThat(called.getScheme()).isEqualTo("https");
      assertThat(called.getHost() + ":" + called.getPort())
          .isIn("id.example:8443", "keys.example:-1");
      assertThat(called.getRawUserInfo()).isNull();
    }
  }
}
