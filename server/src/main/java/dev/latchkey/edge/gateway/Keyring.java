package dev.latchkey.edge.gateway;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.seal.SealKey;
import dev.latchkey.model.audit.seal.SealSigner;
import dev.latchkey.model.token.SigningKey;
import dev.latchkey.storage.operation.SigningKeys;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The signing keys that this node knows. The store is asked once a minute, never while a call is
 * answered. That is enough, because a key is published long before it signs.
 *
 * <p>The keys are in the store, encrypted with the key file, so all nodes publish the same keys,
 * and a copy of the store alone cannot sign. They rotate without an operator: of the nodes that
 * insert the next generation, the first creates it. A key is published an hour before it signs and
 * until an hour after its successor has begun to sign, far longer than nodes take to learn of it
 * and services may cache it.
 */
public final class Keyring {
  private final SigningKeys store;
  private final KeySeal seal;
  private final Limits limits;
  private volatile List<Key> keys = List.of();

  public Keyring(SigningKeys store, KeySeal seal, Limits limits) {
    this.store = store;
    this.seal = seal;
    this.limits = limits;
  }

  record Key(ECKey pair, JWSSigner signer, Instant signsFrom) {}

  /**
   * Creates the next key when it is due, removes keys that nothing valid is signed with any more,
   * and learns the keys of other nodes. Returns false if the key file does not open the stored
   * keys; then this node continues with the keys it knows.
   */
  public boolean rotate(RequestMoment now) {
    List<SigningKey> stored = store.all();
    Duration overlap = limits.signingKeyOverlap();
    if (stored.isEmpty()) {
      store.publish(create(1, now.at()), now);
    } else {
      SigningKey newest = stored.getLast();
      Instant due = newest.signsFrom().plus(limits.signingKey()).minus(overlap);
      if (!now.at().isBefore(due)) {
        store.publish(create(newest.generation() + 1, now.at().plus(overlap)), now);
      }
    }
    store.retire(now.at().minus(overlap), now);
    return read();
  }

  /** Learns the stored keys. Returns false if the key file does not open them. */
  public boolean read() {
    return readAll(store.all());
  }

  /** The newest key that may already sign. */
  Key signing(Instant now) {
    List<Key> known = keys;
    return known.reversed().stream()
        .filter(key -> !key.signsFrom().isAfter(now))
        .findFirst()
        .orElseGet(known::getFirst);
  }

  /** The public keys of all known keys. */
  JWKSet published() {
    return new JWKSet(keys.stream().<JWK>map(key -> key.pair().toPublicJWK()).toList());
  }

  public Set<String> ids() {
    return keys.stream().map(key -> key.pair.getKeyID()).collect(Collectors.toSet());
  }

  /**
   * Signs a seal of the audit log with the newest key that may sign, or with another one if this
   * one is not accepted: an earlier seal must have named it.
   */
  public SealSigner sealSigner(Instant now, Predicate<String> isAccepted) {
    Key signing = signing(now);
    Key used =
        isAccepted.test(signing.pair.getKeyID())
            ? signing
            : keys.stream()
                .filter(key -> isAccepted.test(key.pair.getKeyID()))
                .findFirst()
                .orElse(signing);
    return new KeySigner(used.pair, keys.stream().map(key -> key.pair.getKeyID()).toList());
  }

  private record KeySigner(ECKey pair, List<String> known) implements SealSigner {
    @Override
    public SealKey key() {
      return new SealKey(JSONObjectUtils.toJSONString(pair.getRequiredParams()));
    }

    @Override
    public String sign(String text) {
      try {
        Signature signature = Signature.getInstance(SealKey.ALGORITHM);
        signature.initSign(pair.toECPrivateKey());
        signature.update(text.getBytes(StandardCharsets.UTF_8));
        return Base64URL.encode(signature.sign()).toString();
      } catch (GeneralSecurityException | JOSEException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  private boolean readAll(List<SigningKey> stored) {
    var opened = new ArrayList<Key>();
    for (SigningKey each : stored) {
      Optional<byte[]> pair = seal.open(each.id(), each.sealed());
      if (pair.isEmpty()) {
        return false;
      }
      opened.add(key(pair.get(), each.signsFrom()));
    }
    keys = List.copyOf(opened);
    return true;
  }

  private static Key key(byte[] text, Instant signsFrom) {
    try {
      ECKey pair = ECKey.parse(new String(text, StandardCharsets.UTF_8));
      return new Key(pair, new ECDSASigner(pair), signsFrom);
    } catch (ParseException | JOSEException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Creates a key. The JCA uses its own random numbers here and for signatures. */
  private SigningKey create(int generation, Instant signsFrom) {
    try {
      ECKey pair =
          new ECKeyGenerator(Curve.P_256)
              .keyUse(KeyUse.SIGNATURE)
              .algorithm(JWSAlgorithm.ES256)
              .keyIDFromThumbprint(true)
              .generate();
      byte[] text = pair.toJSONString().getBytes(StandardCharsets.UTF_8);
      String id = pair.getKeyID();
      return new SigningKey(generation, id, seal.close(id, text), signsFrom);
    } catch (JOSEException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
