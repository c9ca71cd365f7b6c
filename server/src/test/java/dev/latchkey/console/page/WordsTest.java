package dev.latchkey.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.audit.AuditFilter;
import dev.latchkey.audit.EventGroup;
import dev.latchkey.console.call.CallFilter;
import dev.latchkey.console.credential.CredentialTab;
import dev.latchkey.console.credential.SettingsPart;
import dev.latchkey.console.credential.TrialStep;
import dev.latchkey.console.directory.BulkPeoplePage;
import dev.latchkey.console.directory.PeopleFilter;
import dev.latchkey.console.directory.PersonForm;
import dev.latchkey.console.directory.PersonTab;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.credential.logo.LogoReader;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Language;
import dev.latchkey.model.Words;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordRule;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.protocol.authorize.PublicClientGuard;
import dev.latchkey.storage.credential.CredentialConcern;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.publicclient.PublicClients;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every text exists in every language, every text is used by a page, and no page uses a text that
 * is missing.
 */
@Isolated("changes the language of the process")
class WordsTest {
  /** A text in quotation marks that looks like a key, or like the first part of one. */
  private static final Pattern QUOTED = Pattern.compile("\"([a-z-]+\\.(?:[A-Za-z_.-]+)?)\"");

  private static final Pattern REFUSED = Pattern.compile("new Refusal\\(\\s*(\\d{3})");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\d");

  /** The parts of a template that are not its text: parameters, and code for people to copy. */
  private static final Pattern NO_TEXT = Pattern.compile("(?s)@param [^\n]*|<(code|kbd).*?</\\1>");

  /** The text between tags and expressions, except inside the address of a link. */
  private static final Pattern TEXT = Pattern.compile("[>}]([^<>$@{}()\"`=]*)(?=[<$@])");

  /** Texts that look like keys, but are names of files or of form fields. */
  private static final Set<String> NO_KEYS =
      Set.of(
          "demo.json",
          "demo.json.stopped",
          "demo.json.incomplete",
          "factor.password",
          "teams.team_id",
          "links.password",
          "delete.name",
          "delete.password",
          "disable.password",
          "link.password",
          "secrets.password",
          "copy.js",
          "scopes.js",
          "select.js",
          "end.password",
          "bulk.password",
          "delete.total",
          "local-time.js",
          "follow.js",
          "latchkey.css",
          "latchkey.svg",
          "reissue.password",
          "revoke.password",
          "access.password",
          "offer.password",
          "transfer.email",
          "transfer.password");

  /** Keys that are composed of a first part, one of these names, and a last part. */
  private record Family(String first, Collection<?> names, String... last) {
    Stream<String> keys() {
      return names.stream().flatMap(name -> Stream.of(last).map(end -> first + name + end));
    }
  }

  private static final List<String> FLAWS_OF_CREDENTIALS =
      List.of("redirect-uri-missing", "redirect-uri-too-many", "scope-missing", "scope-unknown");

  private static final List<String> FLAWS_OF_POLICIES =
      List.of("public-apps-days", "public-apps-hosts", "public-apps-rule");

  private static final List<RedirectUri.Flaw> FLAWS_OF_LINKS =
      Stream.of(RedirectUri.Flaw.values())
          .filter(flaw -> flaw != RedirectUri.Flaw.RESERVED_QUERY_NAME)
          .toList();

  private static final List<Family> FAMILIES =
      List.of(
          new Family("language.", List.of(Language.values()), ""),
          new Family("theme.", List.of(Theme.values()), ""),
          new Family("scope.", List.of("read", "write"), ""),
          new Family("concern.", List.of(CredentialConcern.values()), ""),
          new Family("refusal.", List.of(CallRefusal.values()), ""),
          new Family("tab.", List.of(CredentialTab.values()), ""),
          new Family("settings.", List.of(SettingsPart.values()), ""),
          new Family("people.idle.", List.of(PeopleFilter.Idle.values()), ""),
          new Family("settings.save.", List.of(SettingsPart.values()), ""),
          new Family("trial.step.", List.of(TrialStep.values()), "", ".what"),
          new Family("area.", List.of(Area.values()), ""),
          new Family("profile.", List.of(AppProfile.Text.values()), "", "-help"),
          new Family("context.", List.of(Context.PERSONAL, Context.PLATFORM), ""),
          new Family("stopped.", List.of(PublicClientGuard.Why.values()), "", ".what"),
          new Family("calls.view.", List.of("ALL", "REFUSED", "FAILED", "TOKENS"), ""),
          new Family("calls.outcome.", List.of(RecordedCall.Outcome.values()), ""),
          new Family("calls.kind.", List.of(RecordedCall.Kind.values()), ""),
          new Family("calls.reason.", List.of(CallReason.values()), ""),
          new Family("calls.repair.", List.of(CallReason.values()), ""),
          new Family("calls.range.", List.of(CallFilter.Range.values()), ""),
          new Family("calls.filter.", List.of(CallFilter.Field.values()), ""),
          new Family(
              "calls.hint.", List.of("METHOD", "ROUTE", "CREDENTIAL", "ADDRESS", "TOKEN"), ""),
          new Family("event-type.", List.of(EventType.values()), ""),
          new Family("alert.", List.of(AlertKind.values()), "", ".means", ".repair"),
          new Family("alert-reason.", List.of(Alert.Reason.values()), ""),
          new Family("alert-rule.", List.of("ON", "OFF"), ""),
          new Family("alerts.state.", List.of(Alert.State.values()), ""),
          new Family("webhook.reason.", List.of("BY_PERSON", "GONE", "FAILING", "FULL"), ""),
          new Family("approvals.done.", List.of("allowed", "denied"), ""),
          new Family("approvals.decided-before.", List.of(PublicClients.State.values()), ""),
          new Family("checklist.", List.of(Checklist.Kind.values()), ""),
          new Family("section.", List.of(Section.values()), ""),
          new Family("role.", List.of(User.Role.values()), ""),
          new Family(
              "role.",
              List.of(
                  User.Role.MEMBER,
                  User.Role.ORGANIZATION_ADMINISTRATOR,
                  User.Role.SUPER_ADMINISTRATOR),
              ".what"),
          new Family("part.", List.of(PersonForm.Part.values()), ""),
          new Family("person.tab.", List.of(PersonTab.values()), ""),
          new Family(
              "people.bulk.",
              List.of(BulkPeoplePage.Act.values()),
              "",
              ".title",
              ".what",
              ".submit"),
          new Family("bulk.done.", List.of(BulkAct.values()), ""),
          new Family("public-apps.rule.", List.of(ClientPolicy.Rule.values()), ""),
          new Family("public-apps.state.", List.of("WAITING", "ALLOWED", "DENIED", "GONE"), ""),
          new Family(
              "bulk.reason.",
              List.of(AccessRemoval.Outcome.ENDED_BEFORE, AccessRemoval.Outcome.EDIT_CONFLICT),
              ""),
          new Family("state.", List.of(ManagedUser.State.values()), "", ".what"),
          new Family("kind.", List.of(Organization.Kind.values()), "", ".what"),
          new Family(
              "people.link.",
              List.of(ManagedUser.State.ACTIVE, ManagedUser.State.INVITED),
              "",
              ".what",
              ".submit"),
          new Family("letter.", List.of("invitation", "reset"), ".subject", ".text"),
          new Family("notice.", List.of(Notice.Change.values()), ".subject", ".text"),
          new Family("store.", List.of(Database.Dialect.values()), ""),
          new Family("link.", List.of("invitation", "reset"), "", ".what"),
          new Family("flaw.", FLAWS_OF_CREDENTIALS, ""),
          new Family("flaw.", FLAWS_OF_POLICIES, ""),
          new Family("flaw.name.", List.of(DisplayName.Flaw.values()), ""),
          new Family("flaw.description.", List.of(AppProfile.Flaw.values()), ""),
          new Family("flaw.link.", FLAWS_OF_LINKS, ""),
          new Family("flaw.logo.", List.of(LogoReader.Flaw.values()), ""),
          new Family("logo.", List.of(AuditDetail.LogoChange.values()), ""),
          new Family("flaw.networks.", List.of(AllowedNetworks.Flaw.Kind.values()), ""),
          new Family("event.", List.of(AuditEvent.values()), ""),
          new Family("audit.filter.", List.of(AuditFilter.Field.values()), ""),
          new Family("audit.range.", List.of(AuditFilter.Range.values()), ""),
          new Family("audit.outcome.", List.of(AuditFilter.Outcome.values()), ""),
          new Family("audit.group.", List.of(EventGroup.values()), ""),
          new Family(
              "audit.view.",
              List.of("ALL", "REFUSED", "FAILED_SIGN_INS", "ADMINISTRATION", "CREDENTIALS"),
              ""),
          new Family("audit.field.", List.of(AuditDetail.Field.values()), ""),
          new Family("scope.", List.of("read", "write"), ""),
          new Family("done.", List.of(AuditEvent.values()), ""),
          new Family(
              "outcome.",
              Stream.of(AuditOutcome.values())
                  .filter(outcome -> outcome != AuditOutcome.OK)
                  .toList(),
              ""),
          new Family("overlap.", List.of(OrganizationTokens.Overlap.values()), ""),
          new Family("tokens.reissued-what.", List.of(OrganizationTokens.Overlap.values()), ""),
          new Family("type.", List.of(CredentialLists.Search.Type.values()), ""),
          new Family("state.", List.of(CredentialLists.Search.State.values()), ""),
          new Family("option.", List.of(Credential.Option.values()), "", ".what"),
          new Family("flaw.password.", List.of(PasswordRule.Flaw.values()), ""),
          new Family("flaw.redirect-uri.", List.of(RedirectUri.Flaw.values()), ""),
          new Family("problem.status.", refusedStatuses(), ""));

  @ParameterizedTest
  @EnumSource(Language.class)
  void every_text_exists_in_every_language(Language language) {
    Set<String> english = sentences(Language.ENGLISH).keySet();
    Set<String> here = sentences(language).keySet();

    assertThat(without(english, here))
        .as(
            "%s lacks these keys: add each of them in %s, with the terms that are"
                + " listed at its top",
            file(language), language)
        .isEmpty();
    assertThat(without(here, english))
        .as("%s has keys that words.properties does not have: remove them", file(language))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void no_key_occurs_twice(Language language) {
    List<String> keys =
        read(file(language))
            .lines()
            .filter(line -> line.contains("=") && !line.startsWith("#"))
            .map(line -> line.substring(0, line.indexOf('=')))
            .toList();

    assertThat(keys).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void a_text_has_the_same_placeholders_in_every_language(Language language) {
    Map<String, String> english = sentences(Language.ENGLISH);
    sentences(language)
        .forEach((key, sentence) -> {
          assertThat(placeholders(sentence))
              .as(key)
              .isEqualTo(placeholders(english.getOrDefault(key, "")));
          assertThat(sentence).as("%s: MessageFormat removes ', write ’", key).doesNotContain("'");
        });
  }

  /** The terms at the top of the file have one word each. */
  @Test
  void the_chinese_texts_use_one_word_for_one_thing() {
    assertThat(sentences(Language.CHINESE))
        .allSatisfy(
            (key, sentence) -> assertThat(sentence).as(key).doesNotContain("您", "账户", "人员", "登陆"));
  }

  @Test
  void every_key_that_a_page_asks_for_exists() {
    Map<String, String> english = sentences(Language.ENGLISH);
    Set<String> subjects =
        english.keySet().stream()
            .map(key -> key.substring(0, key.indexOf('.')))
            .collect(Collectors.toSet());
    Set<String> used =
        quoted()
            .filter(text -> subjects.contains(text.substring(0, text.indexOf('.'))))
            .filter(text -> !text.endsWith("."))
            .collect(Collectors.toCollection(TreeSet::new));
    used.addAll(families());

    assertThat(without(without(used, NO_KEYS), english.keySet()))
        .as("words.properties lacks these keys; add texts that are not keys to NO_KEYS")
        .isEmpty();
    assertThat(firstParts(subjects))
        .as(
            "keys are composed with these first parts: list the names that follow them"
                + " in FAMILIES")
        .isSubsetOf(FAMILIES.stream().map(Family::first).toList());
  }

  @Test
  void every_key_is_used() {
    Set<String> used = quoted().collect(Collectors.toCollection(TreeSet::new));
    used.addAll(families());

    assertThat(without(sentences(Language.ENGLISH).keySet(), used))
        .as("no page uses these any more: remove them from every language")
        .isEmpty();
  }

  @Test
  void no_template_contains_text_of_its_own() {
    List<String> own =
        files(Path.of("src/main/jte"))
            .map(template -> NO_TEXT.matcher(template).replaceAll(""))
            .flatMap(template -> TEXT.matcher(template).results())
            .map(found -> found.group(1).strip())
            .filter(text -> text.codePoints().anyMatch(Character::isLetter))
            .toList();

    assertThat(own).isEmpty();
  }

  @Test
  void the_default_catalogue_exists_in_every_language() {
    for (Scope scope : ConfigFile.defaults().platform().catalogue().scopes()) {
      Scope.Meaning chinese = scope.in(Language.CHINESE);
      assertThat(List.of(chinese.title(), chinese.description(), chinese.group()))
          .as(scope.name())
          .allMatch(text -> text.codePoints().allMatch(WordsTest::isChinese));
    }
  }

  @Test
  void the_locale_of_the_server_has_no_effect() {
    Locale original = Locale.getDefault();
    try {
      for (Locale other : List.of(Locale.SIMPLIFIED_CHINESE, Locale.GERMANY, Locale.US)) {
        Locale.setDefault(other);
        var english = new Words(Language.ENGLISH);
        var chinese = new Words(Language.CHINESE);
        Instant at = Instant.parse("2026-11-21T14:05:00Z");

        assertThat(english.say("sign-in.title")).isEqualTo("Sign in");
        assertThat(chinese.say("sign-in.title")).isEqualTo("登录");
        assertThat(english.say("consent.days", 3650)).contains("3,650");
        assertThat(english.day(at)).isEqualTo("Nov 21, 2026");
        assertThat(chinese.day(at)).isEqualTo("2026年11月21日");
        assertThat(chinese.moment(at)).isEqualTo("2026年11月21日 14:05 UTC");
      }
    } finally {
      Locale.setDefault(original);
    }
  }

  private static boolean isChinese(int sign) {
    return Character.UnicodeScript.of(sign) == Character.UnicodeScript.HAN
        || "，。、".indexOf(sign) >= 0;
  }

  private static Set<String> families() {
    return FAMILIES.stream().flatMap(Family::keys).collect(Collectors.toSet());
  }

  /**
   * Texts in quotation marks that end in a dot. The rest of the key is added when the program runs.
   */
  private static Set<String> firstParts(Set<String> subjects) {
    return quoted()
        .filter(text -> text.endsWith("."))
        .filter(text -> subjects.contains(text.substring(0, text.indexOf('.'))))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<String> quoted() {
    return sources().flatMap(text -> QUOTED.matcher(text).results()).map(found -> found.group(1));
  }

  /** Each HTTP status with which a request is refused before it reaches a page. */
  private static Set<String> refusedStatuses() {
    return files(Path.of("src/main/java/dev/latchkey/edge/http"))
        .flatMap(text -> REFUSED.matcher(text).results())
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  private static Stream<String> sources() {
    return Stream.concat(files(Path.of("src/main/java")), files(Path.of("src/main/jte")));
  }

  private static Stream<String> files(Path directory) {
    try (var walk = Files.walk(directory)) {
      return walk.filter(Files::isRegularFile).toList().stream().map(WordsTest::read);
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  private static Set<String> placeholders(String sentence) {
    return PLACEHOLDER
        .matcher(sentence)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  private static Set<String> without(Set<String> all, Set<String> known) {
    return all.stream()
        .filter(key -> !known.contains(key))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, String> sentences(Language language) {
    var properties = new Properties();
    try {
      properties.load(new StringReader(read(file(language))));
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    var sentences = new TreeMap<String, String>();
    properties.forEach((key, sentence) -> sentences.put(key.toString(), sentence.toString()));
    return sentences;
  }

  private static Path file(Language language) {
    String name =
        language == Language.ENGLISH
            ? "words.properties"
            : "words_" + language.code() + ".properties";
    return Path.of("src/main/resources", name);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }
}
