package dev.latchkey.login.factor;

import static java.util.Objects.requireNonNull;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.CollectedClientData;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.util.exception.WebAuthnException;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Passkey;
import dev.latchkey.model.person.User;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The messages between this server and an authenticator, which the browser passes on: options with
 * a challenge, and the answers to them (W3C Web Authentication, level 3). The authenticator need
 * not prove its make: any that the person trusts is accepted.
 *
 * <p>A passkey for which the device has checked the person is two factors in one, so it replaces
 * the password; otherwise it is a second factor after it. The library needs only Jackson, which is
 * here already.
 */
public final class WebAuthn {
  /** The algorithms of the keys, the preferred one first: EdDSA, ES256 and RS256. */
  private static final List<PublicKeyCredentialParameters> ALGORITHMS =
      List.of(
          algorithm(COSEAlgorithmIdentifier.EdDSA),
          algorithm(COSEAlgorithmIdentifier.ES256),
          algorithm(COSEAlgorithmIdentifier.RS256));

  /** A passkey belongs to the name of a host, so an address in numbers cannot have any. */
  private static final Pattern NUMBERS = Pattern.compile("[0-9.]+|\\[.*]");

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final ObjectConverter converter = new ObjectConverter();
  private final AttestedCredentialDataConverter keys =
      new AttestedCredentialDataConverter(converter);
  private final WebAuthnManager answers = WebAuthnManager.createNonStrictWebAuthnManager(converter);

  /** The public key of a new passkey, and its first counter. */
  record NewKey(String id, byte[] data, long counter) {}

  /** An answer with a new key that is well-formed. It has not been checked yet. */
  record NewAnswer(RegistrationData data, byte[] challenge, NewKey key) {}

  /**
   * An answer that is well-formed. Its signature has not been checked yet. {@code handle}: the id
   * of the user, if the authenticator stores it.
   */
  record Answer(
      AuthenticationData data,
      String passkey,
      byte[] challenge,
      long counter,
      Optional<byte[]> handle) {

    /** Whether the answer names this user, if it names one. */
    boolean isOf(Id.User user) {
      return handle.map(named -> Arrays.equals(named, WebAuthn.handle(user))).orElse(true);
    }
  }

  /**
   * Whether browsers allow passkeys at this address. They do with TLS, and without it at {@code
   * localhost}.
   */
  public static boolean isPossibleAt(String baseUrl) {
    String host = URI.create(baseUrl).getHost();
    return !NUMBERS.matcher(host).matches()
        && (baseUrl.startsWith("https://") || host.equals("localhost"));
  }

  /** The options for a new passkey, as JSON. {@code known}: passkeys that the person has. */
  String creationOptions(String baseUrl, User user, List<Passkey> known, byte[] challenge) {
    ObjectNode options = Json.object();
    options.putObject("rp").put("id", host(baseUrl)).put("name", "Latchkey");
    options
        .putObject("user")
        .put("id", BASE64.encodeToString(handle(user.id())))
        .put("name", user.email())
        .put("displayName", user.name());
    options.put("challenge", BASE64.encodeToString(challenge));
    ArrayNode algorithms = options.putArray("pubKeyCredParams");
    ALGORITHMS.forEach(algorithm ->
        algorithms.addObject().put("type", "public-key").put("alg", algorithm.getAlg().getValue()));
    list(options.putArray("excludeCredentials"), known);
    options
        .putObject("authenticatorSelection")
        .put("residentKey", "preferred")
        .put("userVerification", "preferred");
    options.put("attestation", "none");
    return text(options);
  }

  /** The options for a signature, as JSON. {@code allowed}: empty means any passkey. */
  String requestOptions(
      String baseUrl, PasskeyPurpose purpose, List<Passkey> allowed, byte[] challenge) {
    ObjectNode options = Json.object();
    options.put("rpId", host(baseUrl));
    options.put("challenge", BASE64.encodeToString(challenge));
    list(options.putArray("allowCredentials"), allowed);
    options.put("userVerification", purpose.replacesPassword() ? "required" : "preferred");
    return text(options);
  }

  /** Reads the answer to {@link #creationOptions}; empty if it is malformed. */
  Optional<NewAnswer> newAnswer(String json) {
    try {
      RegistrationData data = answers.parseRegistrationResponseJSON(json);
      var authenticator = requireNonNull(data.getAttestationObject()).getAuthenticatorData();
      var key = requireNonNull(authenticator.getAttestedCredentialData());
      return Optional.of(
          new NewAnswer(
              data,
              challenge(data.getCollectedClientData()),
              new NewKey(
                  BASE64.encodeToString(key.getCredentialId()),
                  keys.convert(key),
                  authenticator.getSignCount())));
    } catch (RuntimeException malformed) {
      return Optional.empty();
    }
  }

  /** Reads the answer to {@link #requestOptions}; empty if it is malformed. */
  Optional<Answer> answer(String json) {
    try {
      AuthenticationData data = answers.parseAuthenticationResponseJSON(json);
      return Optional.of(
          new Answer(
              data,
              BASE64.encodeToString(data.getCredentialId()),
              challenge(data.getCollectedClientData()),
              requireNonNull(data.getAuthenticatorData()).getSignCount(),
              Optional.ofNullable(data.getUserHandle())));
    } catch (RuntimeException malformed) {
      return Optional.empty();
    }
  }

  /**
   * The challenge that an answer contains. The library reads a missing field as null, and throws
   * exceptions of many types for malformed answers. Therefore reading catches them all.
   */
  private static byte[] challenge(@Nullable CollectedClientData data) {
    return requireNonNull(data).getChallenge().getValue();
  }

  /** Whether a new key was created at this address. */
  boolean isSound(NewAnswer answer, String baseUrl) {
    var expected =
        new RegistrationParameters(server(baseUrl, answer.challenge()), ALGORITHMS, false, true);
    try {
      answers.verify(answer.data(), expected);
      return true;
    } catch (WebAuthnException unsound) {
      return false;
    }
  }

  /** Whether an answer has the signature of this passkey and was made at this address. */
  boolean isSound(Answer answer, Passkey.Key key, String baseUrl, PasskeyPurpose purpose) {
    var record =
        new CredentialRecordImpl(
            new NoneAttestationStatement(),
            null,
            null,
            null,
            key.counter(),
            keys.convert(key.data()),
            null,
            null,
            null,
            Set.of());
    var expected =
        new AuthenticationParameters(
            server(baseUrl, answer.challenge()), record, null, purpose.replacesPassword(), true);
    try {
      answers.verify(answer.data(), expected);
      return true;
    } catch (WebAuthnException unsound) {
      return false;
    }
  }

  private static ServerProperty server(String baseUrl, byte[] challenge) {
    return ServerProperty.builder()
        .origin(new Origin(baseUrl))
        .rpId(host(baseUrl))
        .challenge(new DefaultChallenge(challenge))
        .build();
  }

  private static String host(String baseUrl) {
    return URI.create(baseUrl).getHost();
  }

  private static byte[] handle(Id.User user) {
    return user.value().getBytes(StandardCharsets.US_ASCII);
  }

  private static void list(ArrayNode to, List<Passkey> passkeys) {
    passkeys.forEach(passkey -> to.addObject().put("type", "public-key").put("id", passkey.id()));
  }

  private static PublicKeyCredentialParameters algorithm(COSEAlgorithmIdentifier algorithm) {
    return new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, algorithm);
  }

  private static String text(ObjectNode json) {
    return new String(Json.bytes(json), StandardCharsets.UTF_8);
  }
}
