package dev.latchkey.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.model.Language;
import dev.latchkey.model.Words;
import dev.latchkey.model.credential.Scope;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
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
                + " in WordFamilies.FAMILIES")
        .isSubsetOf(WordFamilies.FAMILIES.stream().map(WordFamilies.Family::first).toList());
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
    return WordFamilies.FAMILIES.stream()
        .flatMap(WordFamilies.Family::keys)
        .collect(Collectors.toSet());
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

  private static Stream<String> sources() {
    return Stream.concat(files(Path.of("src/main/java")), files(Path.of("src/main/jte")));
  }

  static Stream<String> files(Path directory) {
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
