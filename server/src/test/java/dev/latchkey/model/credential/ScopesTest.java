package dev.latchkey.model.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Language;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scopes of contract 2.2. */
class ScopesTest {
  private static final Scopes A = Scopes.parse("read:a:x");
  private static final Scopes AB = Scopes.parse("read:a:x,write:b:y");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "read:a:x,write:b:y",
        "read:a:x write:b:y",
        "write:b:y, read:a:x",
        " ,write:b:y,,read:a:x,read:a:x, "
      })
  void commas_and_blanks_separate_names_and_order_does_not_matter(String text) {
    assertThat(Scopes.parse(text)).isEqualTo(AB);
    assertThat(Scopes.parse(text).names()).containsExactly("read:a:x", "write:b:y");
  }

  @Test
  void a_list_is_written_with_the_separator_that_the_client_needs() {
    assertThat(AB.joined(Scopes.Separator.COMMA)).isEqualTo("read:a:x,write:b:y");
    assertThat(AB.joined(Scopes.Separator.SPACE)).isEqualTo("read:a:x write:b:y");
  }

  @Test
  void the_separator_of_a_list_is_known_if_there_is_one() {
    assertThat(Scopes.Separator.usedIn("read:a:x write:b:y")).contains(Scopes.Separator.SPACE);
    assertThat(Scopes.Separator.usedIn("read:a:x,write:b:y")).contains(Scopes.Separator.COMMA);
    assertThat(List.of("read:a:x", " read:a:x ", "read:a:x, write:b:y", ""))
        .allMatch(list -> Scopes.Separator.usedIn(list).isEmpty());
  }

  @Test
  void a_larger_set_covers_a_smaller_one_and_never_the_reverse() {
    assertThat(AB.covers(A)).isTrue();
    assertThat(AB.covers(AB)).isTrue();
    assertThat(A.covers(Scopes.NONE)).isTrue();
    assertThat(A.covers(AB)).isFalse();
    assertThat(A.covers(Scopes.parse("write:b:y"))).isFalse();
  }

  @Test
  void removed_scopes_are_gone_and_the_rest_stays() {
    assertThat(AB.without(A)).isEqualTo(Scopes.of(List.of("write:b:y")));
    assertThat(AB.without(Scopes.NONE)).isEqualTo(AB);
    assertThat(A.without(AB)).isEqualTo(Scopes.NONE);
    assertThat(Scopes.NONE.isEmpty()).isTrue();
    assertThat(A.isEmpty()).isFalse();
  }

  @Test
  void a_name_is_an_action_a_resource_and_a_part_of_it() {
    assertThat(List.of("read:a:x", "write:issue_2:work-item"))
        .allMatch(name -> Scopes.isName(name));
    assertThat(List.of("", "read:a", "read:a:x:y", "delete:a:x", "read:A:x", "read:a:1x"))
        .noneMatch(name -> Scopes.isName(name));
  }

  @Test
  void the_catalogue_describes_names_in_their_order_and_others_by_themselves() {
    var plain = new Scope.Meaning("Read", "Reads x.", "A");
    var chinese = new Scope.Meaning("读", "读 x。", "A");
    var known = new Scope("read:a:x", plain, Map.of(Language.CHINESE, chinese));
    var other = new Scope("write:c:z", plain, Map.of());
    var catalogue = new Catalogue(List.of(other, known));

    assertThat(catalogue.names()).isEqualTo(Scopes.parse("read:a:x,write:c:z"));
    assertThat(catalogue.describe(AB))
        .containsExactly(
            known, new Scope("write:b:y", new Scope.Meaning("write:b:y", "", ""), Map.of()));
    assertThat(known.in(Language.CHINESE)).isEqualTo(chinese);
    assertThat(known.in(Language.ENGLISH)).isEqualTo(plain);
    assertThat(other.in(Language.CHINESE)).isEqualTo(plain);
    assertThat(known.writes()).isFalse();
    assertThat(other.writes()).isTrue();
  }

  @Test
  void a_call_of_the_directory_needs_the_scope_of_what_it_shows() {
    assertThat(DirectoryCall.ME.path()).isEqualTo("/openapi/v2/directory/users/me");
    assertThat(DirectoryCall.ME.needs()).isEqualTo(Scopes.parse("read:directory:users"));
    assertThat(DirectoryCall.MEMBERS.needs()).isEqualTo(Scopes.parse("read:directory:teams"));
  }
}
