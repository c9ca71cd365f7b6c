package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.app.KeyRotation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.Settings;
import dev.latchkey.app.keyfile.FileKey;
import dev.latchkey.app.keyfile.FileKeys;
import dev.latchkey.app.keyfile.KeyFile;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Rules;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.operation.SealedKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The rotation of the key file, beside running servers and after crashes. */
class KeyRotationTest {
  private static final Duration HALF_MINUTE = Duration.ofSeconds(30);

  /** A person with an authenticator app. */
  private record Enrolled(Person person, Authenticator app) {
    static Enrolled at(Latchkey latchkey, Person person) {
      latchkey.clock.pass(HALF_MINUTE);
      Browser browser = latchkey.browser().signIn(person);
      return new Enrolled(person, Authenticator.enrol(browser, latchkey.clock.instant()));
    }

    /** Whether the password and a code of the app sign in. */
    boolean canSignInAt(Latchkey latchkey) {
      latchkey.clock.pass(HALF_MINUTE);
      Browser browser = latchkey.browser();
      Answer code =
          browser.submit(
              browser.get("/sign-in"), "email", person.email(), "password", person.password());
      return browser
              .submit(browser.follow(code), "code", app.code(latchkey.clock.instant()))
              .status()
          == 303;
    }
  }

  @ParameterizedTest
  @EachStore
  void a_rotation_beside_a_running_server_ends_nothing(Store store) throws IOException {
    Settings settings = everythingOn(store);
    Path file = settings.store().data().resolve("latchkey.key");
    try (Latchkey latchkey = Latchkey.start(settings)) {
      Enrolled before = Enrolled.at(latchkey, latchkey.person());
      Browser signedIn = latchkey.browser().signIn(latchkey.person());
      String keySet = keySet(latchkey);
      byte[] first = Files.readAllBytes(file);
      String client = register(latchkey);
      var typed = new ArrayList<String>();
      typed.add(userCode(latchkey));

      for (String step : List.of("prepare", "rotate", "finish")) {
        assertThat(key(settings, step)).as(step).isZero();
        assertThat(before.canSignInAt(latchkey)).as(step).isTrue();
        Enrolled another = Enrolled.at(latchkey, latchkey.person());
        assertThat(another.canSignInAt(latchkey)).as(step).isTrue();
        assertThat(latchkey.wiring().keyring().rotate(latchkey.now())).isTrue();
        assertThat(signedIn.get("/account/security").status()).isEqualTo(200);
        assertThat(isKnown(signedIn, client)).as(step).isTrue();
        assertThat(isKnown(signedIn, client + "x")).as(step).isFalse();
        if (!step.equals("finish")) {
          for (String code : typed) {
            assertThat(type(signedIn, code).status()).as(step).isEqualTo(200);
          }
          typed.add(userCode(latchkey));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
      }

      assertThat(keySet(latchkey)).isEqualTo(keySet);
      assertThat(Files.readAllBytes(file)).isNotEqualTo(first);
      Files.write(file, first);
      assertThat(latchkey.wiring().keyring().rotate(latchkey.now())).isFalse();
      assertThat(before.canSignInAt(latchkey)).as("with the key before").isFalse();
    }
    assertThatThrownBy(() -> Latchkey.start(settings))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining("does not decrypt");
  }

  @Test
  void nodes_with_copies_of_the_file_read_what_the_others_write_after_every_step()
      throws IOException {
    Settings first = everythingOn(Store.POSTGRESQL);
    Path original = first.store().data().resolve("latchkey.key");
    Path copy = Latchkey.temporaryDirectory().resolve("key");
    Settings second = first.with(first.store().withKeyFile(copy));
    try (Latchkey here = Latchkey.start(first)) {
      Files.copy(original, copy);
      try (Latchkey there = Latchkey.start(second)) {
        assertThat(key(first, "rotate")).as("without the preparation").isEqualTo(1);
        for (String step : List.of("prepare", "rotate", "finish")) {
          assertThat(key(first, step)).isZero();
          Enrolled atFirst = Enrolled.at(here, here.person());
          level(here, there);
          Enrolled atSecond = Enrolled.at(there, here.person());
          level(here, there);
          if (!step.equals("finish")) {
            assertThat(atFirst.canSignInAt(there)).as(step).isTrue();
            assertThat(atSecond.canSignInAt(here)).as(step).isTrue();
          }
          Files.write(copy, Files.readAllBytes(original));
          assertThat(atFirst.canSignInAt(there)).as(step).isTrue();
          assertThat(there.wiring().keyring().rotate(there.now())).isTrue();
        }
      }
    }
  }

  /** Sets the clock that is behind to the time of the other. */
  private static void level(Latchkey one, Latchkey other) {
    Duration ahead = Duration.between(other.clock.instant(), one.clock.instant());
    (ahead.isNegative() ? one : other).clock.pass(ahead.abs());
  }

  @ParameterizedTest
  @EachStore
  void a_rotation_that_stopped_anywhere_leaves_a_store_that_opens_and_continues(Store store) {
    Settings settings = everythingOn(store);
    var time = new AtomicInteger();
    Enrolled person;
    try (Latchkey latchkey = Latchkey.start(settings)) {
      person = Enrolled.at(latchkey, latchkey.person());
    }
    KeyFile file = KeyFile.of(settings);
    FileKey next = FileKey.draw(new SecureRandom());

    file.change(keys -> keys.prepared(next));
    opens(settings, person, time);
    file.change(FileKeys::switched);
    opens(settings, person, time);
    rewriteSigningKeysOnly(settings);
    opens(settings, person, time);

    assertThat(key(settings, "prepare")).as("in the middle of a rotation").isEqualTo(1);
    assertThat(key(settings, "rotate")).isZero();
    opens(settings, person, time);
    assertThat(key(settings, "finish")).isZero();
    opens(settings, person, time);
    assertThat(file.read().own().opening()).containsExactly(next);
    assertThat(key(settings, "finish")).as("a second time").isEqualTo(1);
  }

  /** {@code time}: how often the clock has moved, because a code works only once. */
  private static void opens(Settings settings, Enrolled person, AtomicInteger time) {
    try (Latchkey latchkey = Latchkey.start(settings)) {
      latchkey.clock.pass(HALF_MINUTE.multipliedBy(time.incrementAndGet()));
      assertThat(person.canSignInAt(latchkey)).isTrue();
    }
  }

  /** What a rotation has done if it stopped between its two kinds of keys. */
  private static void rewriteSigningKeysOnly(Settings settings) {
    try (Latchkey latchkey = Latchkey.start(settings)) {
      assertThat(new KeyRotation(latchkey.installation()).rotate().of(SealedKeys.Kind.SIGNING_KEY))
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EachStore
  void a_wrong_key_changes_nothing_and_says_so(Store store) throws IOException {
    Settings settings = everythingOn(store);
    Latchkey.start(settings).close();
    Path file = settings.store().data().resolve("latchkey.key");
    byte[] right = Files.readAllBytes(file);
    byte[] wrong = new byte[32];
    Files.write(file, wrong);

    for (String step : List.of("prepare", "rotate")) {
      assertThat(key(settings, step)).isEqualTo(1);
      assertThat(Files.readAllBytes(file)).isEqualTo(wrong);
    }
    try (Latchkey latchkey = startedWith(settings, right, file)) {
      Files.write(file, wrong);
      assertThatThrownBy(() -> new KeyRotation(latchkey.installation()).prepare())
          .isInstanceOf(ConfigFault.class)
          .hasMessageContaining("does not decrypt the signing keys");
      Files.writeString(file, "latchkey.key 2\nactive AAAA\n");
      assertThatThrownBy(() -> new KeyRotation(latchkey.installation()).prepare())
          .isInstanceOf(ConfigFault.class)
          .hasMessageContaining("does not have 32 bytes");
      Files.delete(file);
      assertThat(key(settings, "status")).isEqualTo(1);
    }
  }

  private static Latchkey startedWith(Settings settings, byte[] key, Path file) throws IOException {
    Files.write(file, key);
    return Latchkey.start(settings);
  }

  @ParameterizedTest
  @EachStore
  void a_key_that_changed_since_it_was_read_is_not_overwritten(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      SealedKeys stored = latchkey.stores().operation().sealedKeys();
      var kind = SealedKeys.Kind.SIGNING_KEY;
      SealedKeys.Sealed read = stored.next(kind, "", 1).getFirst();
      var other = new SealedKeys.Replacement(read, new byte[] {1});

      assertThat(stored.replace(kind, List.of(other), latchkey.now())).isEqualTo(1);
      assertThat(stored.replace(kind, List.of(other), latchkey.now())).isZero();
    }
  }

  @Test
  void a_file_that_another_command_changes_is_left_alone() {
    Settings settings = everythingOn(Store.SQLITE);
    Latchkey.start(settings).close();
    KeyFile file = KeyFile.of(settings);
    FileKeys before = file.read();

    file.change(keys -> {
      assertThatThrownBy(() -> file.change(FileKeys::switched))
          .hasMessageContaining("another command");
      return keys;
    });

    assertThat(file.read()).isEqualTo(before);
  }

  private static Settings everythingOn(Store store) {
    Rules rules = Latchkey.rules(Rules.DeviceFlow.TYPED);
    var publicClients = new PublicClientRules(false, true, Set.of(), Optional.empty());
    return Latchkey.settings(store).with(rules).with(publicClients);
  }

  private static int key(Settings settings, String step) {
    try {
      Path config = Latchkey.temporaryDirectory().resolve("latchkey.yaml");
      Files.writeString(config, "public_clients: {registration: on}\n");
      var arguments = new ArrayList<String>(List.of("key", step));
      arguments.addAll(List.of("--config", config.toString()));
      arguments.addAll(List.of("--data", settings.store().data().toString()));
      settings.store().database().ifPresent(url -> arguments.addAll(List.of("--database", url)));
      return Cli.run(arguments.toArray(String[]::new));
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private static String keySet(Latchkey latchkey) {
    return Http.here().get(latchkey.url() + "/oauth2/jwks").body();
  }

  private static String register(Latchkey latchkey) {
    latchkey
        .stores()
        .credentials()
        .clientPolicies()
        .change(
            latchkey.organization().id(),
            new ClientPolicy(
                ClientPolicy.Rule.ALLOW, List.of(), Scopes.parse("read:issue:info"), 30, 0),
            latchkey.administrator().user().id(),
            latchkey.now());
    String metadata =
        "{\"client_name\":\"Editor\",\"redirect_uris\":[\"http://localhost:5123/cb\"]}";
    return Http.here().json(latchkey.url() + "/oauth2/register", metadata).text("client_id");
  }

  /** Whether an app with this identifier gets a consent page. */
  private static boolean isKnown(Browser browser, String client) {
    var request =
        App.fields(
            "client_id",
            client,
            "response_type",
            "code",
            "redirect_uri",
            "http://localhost:5123/cb",
            "scope",
            "read:issue:info",
            "code_challenge",
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            "code_challenge_method",
            "S256");
    return browser.authorize(Http.encoded(request)).status() == 200;
  }

  private static String userCode(Latchkey latchkey) {
    App app =
        latchkey.app(
            latchkey.person(), "https://app.example/callback", Credential.Option.DEVICE_FLOW);
    return latchkey.form("/oauth2/device_authorization", "client_id", app.id()).text("user_code");
  }

  private static Answer type(Browser browser, String code) {
    return browser.submit(browser.get("/device"), "user_code", code);
  }
}
