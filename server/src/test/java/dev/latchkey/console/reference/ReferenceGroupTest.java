package dev.latchkey.console.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.Language;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.model.credential.Scopes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How the API reference groups the rows of a route table. */
class ReferenceGroupTest {
  private static final Catalogue CATALOGUE =
      new Catalogue(
          List.of(
              scope("read:project:info", "Projects"),
              scope("read:wiki:page", "Wiki"),
              scope("read:issue:info", "Issues")));

  @Test
  void groups_come_in_the_order_of_the_catalogue_and_what_it_does_not_know_comes_last() {
    var table =
        new RouteTable(
            List.of(
                row("/unlisted", "read:unlisted:thing"),
                row("/issues", "read:issue:info"),
                row("/projects", "read:project:info"),
                row("/issues/{id}", "read:issue:info")));

    List<Reference.Group> groups = Reference.of(table, CATALOGUE, List.of()).groups();

    assertThat(groups)
        .extracting(group -> group.name(Language.ENGLISH))
        .containsExactly("Projects", "Issues", "");
    assertThat(groups.get(1).calls())
        .extracting(ReferenceCall::pattern)
        .containsExactly("/issues", "/issues/{id}");
  }

  private static Scope scope(String name, String group) {
    return new Scope(name, new Scope.Meaning(name, "", group), Map.of());
  }

  private static OpenRoute row(String path, String needs) {
    return new OpenRoute(
        Set.of("GET"),
        PathPattern.of(path),
        Scopes.parse(needs),
        new Target.BuiltIn(DirectoryCall.ME));
  }
}
