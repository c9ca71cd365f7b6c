package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rule 5.2: what is stored of a secret, and when two hashes are equal. */
class SecretHashTest {
  /** The example of FIPS 180-2, appendix B.1. */
  private static final String SHA_256_OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  private final SecretHash hash = SecretHash.of("abc");

  @Test
  void it_is_the_sha_256_of_the_text() {
    assertThat(hash.text()).isEqualTo(SHA_256_OF_ABC);
    assertThat(SecretHash.of("ü").text())
        .isEqualTo("607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f");
  }

  @Test
  void two_are_equal_only_if_all_their_bits_are() {
    assertThat(hash).isEqualTo(SecretHash.of("abc")).hasSameHashCodeAs(SecretHash.of("abc"));
    assertThat(hash).isNotEqualTo("abc");
    for (int bit = 0; bit < SecretHash.BYTES * 8; bit++) {
      byte[] bytes = hash.bytes();
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(SecretHash.stored(bytes)).as("bit " + bit).isNotEqualTo(hash);
    }
  }

  @Test
  void tables_of_them_are_spread_evenly() {
    var random = new Random(31);
    var some = random.ints(100).mapToObj(n -> SecretHash.of("secret " + n)).toList();

    assertThat(some.stream().map(SecretHash::hashCode)).doesNotHaveDuplicates();
    assertThat(some.stream().map(SecretHash::bits)).doesNotHaveDuplicates();
  }

  @Test
  void it_is_read_back_as_it_was_written() {
    var page = ByteBuffer.allocate(3 * SecretHash.BYTES);

    hash.put(page, SecretHash.BYTES);

    assertThat(SecretHash.at(page, SecretHash.BYTES)).isEqualTo(hash);
    assertThat(SecretHash.at(page, 0)).isEqualTo(SecretHash.stored(new byte[32]));
    assertThat(SecretHash.at(page, 2 * SecretHash.BYTES)).isEqualTo(SecretHash.at(page, 0));
    assertThat(SecretHash.stored(hash.bytes())).isEqualTo(hash);
    assertThat(SecretHash.parse(hash.text())).contains(hash);
  }

  @Test
  void only_64_small_hexadecimal_digits_name_one() {
    for (String text :
        List.of(
            "",
            "abc",
            SHA_256_OF_ABC.substring(1),
            SHA_256_OF_ABC + "0",
            SHA_256_OF_ABC.replace('b', 'B'),
            SHA_256_OF_ABC.replace('b', 'g'))) {
      assertThat(SecretHash.parse(text)).as(text).isEmpty();
    }
  }
}
