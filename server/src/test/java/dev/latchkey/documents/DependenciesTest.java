package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * docs/security/dependencies.md lists every library of the program, of the build and of the tests,
 * with its version, and no other.
 */
class DependenciesTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([^`:]+):([^`:]+)` \\| ([^ |]+) \\|");
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");
  private static final List<String> MODULES =
      List.of("", "testkit/", "server/", "torture/", "site/", "bench/");

  private final String page = Files.readString(Checkout.file("docs/security/dependencies.md"));

  DependenciesTest() throws IOException {}

  /** A library by its coordinates, as in {@code org.postgresql:postgresql 42.7.13}. */
  private record Library(String group, String artifact, String version) {
    /** Whether this is the file of the library in a Maven repository. */
    boolean isIn(Path jar) {
      Path directory = Path.of(group.replace('.', '/'), artifact, version);
      return jar.getParent().endsWith(directory);
    }

    @Override
    public String toString() {
      return group + ":" + artifact + " " + version;
    }
  }

  /** The jars of the releases, which the build copies, as they are on the class path here. */
  @Test
  void the_page_lists_the_libraries_of_the_releases_and_no_others() throws IOException {
    Set<Path> released;
    try (Stream<Path> jars = Files.list(Path.of("target", "lib"))) {
      released = jars.map(Path::getFileName).collect(Collectors.toSet());
    }
    List<Path> used =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(jar -> released.contains(jar.getFileName()))
            .toList();
    Set<Library> listed = listed("## In the releases", "## The Java runtime");

    assertThat(used).isNotEmpty();
    assertThat(used)
        .as("in the releases, but not on the page with this version")
        .allMatch(jar -> listed.stream().anyMatch(library -> library.isIn(jar)));
    assertThat(listed)
        .as("on the page, but not in the releases with this version")
        .allMatch(library -> used.stream().anyMatch(library::isIn));
  }

  @Test
  void the_page_lists_what_the_build_and_the_tests_declare_and_no_others() throws Exception {
    Map<String, String> declared = declared();
    Map<String, String> listed =
        listed("## In the releases", "## How updates").stream()
            .collect(
                Collectors.toMap(
                    library -> library.group() + ":" + library.artifact(), Library::version));

    assertThat(listed).as("declared in a pom.xml").containsAllEntriesOf(declared);
    listed("## In the releases", "## Libraries that come").stream()
        .map(library -> library.group() + ":" + library.artifact())
        .forEach(direct -> assertThat(declared).containsKey(direct));
    listed("## For the build", "## How updates").stream()
        .map(library -> library.group() + ":" + library.artifact())
        .forEach(direct -> assertThat(declared).containsKey(direct));
  }

  private Set<Library> listed(String from, String to) {
    var found = new HashSet<Library>();
    Matcher row = ROW.matcher(page.substring(page.indexOf(from + "\n"), page.indexOf("\n" + to)));
    while (row.find()) {
      found.add(new Library(row.group(1), row.group(2), row.group(3)));
    }
    assertThat(found).as(from).isNotEmpty();
    return found;
  }

  /** Everything that has coordinates and a version in a pom.xml, except our own modules. */
  private static Map<String, String> declared() throws Exception {
    var properties = new HashMap<String, String>();
    var declared = new HashMap<String, String>();
    for (String module : MODULES) {
      Element project = read(Checkout.file(module + "pom.xml"));
      NodeList all = project.getElementsByTagName("properties");
      for (int i = 0; i < all.getLength(); i++) {
        children((Element) all.item(i))
            .forEach(each -> properties.put(each.getTagName(), each.getTextContent()));
      }
      NodeList versions = project.getElementsByTagName("version");
      for (int i = 0; i < versions.getLength(); i++) {
        var owner = (Element) versions.item(i).getParentNode();
        String group = text(owner, "groupId", "org.apache.maven.plugins");
        String artifact = text(owner, "artifactId", "");
        if (!artifact.isEmpty() && !group.equals("dev.latchkey")) {
          String version = text(owner, "version", "");
          declared.put(
              group + ":" + artifact,
              PROPERTY.matcher(version).replaceAll(name -> properties.get(name.group(1))));
        }
      }
    }
    return declared;
  }

  private static Element read(Path pom) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(pom.toFile())
        .getDocumentElement();
  }

  private static String text(Element of, String name, String otherwise) {
    return children(of)
        .filter(each -> each.getTagName().equals(name))
        .map(Element::getTextContent)
        .findFirst()
        .orElse(otherwise);
  }

  private static Stream<Element> children(Element of) {
    NodeList all = of.getChildNodes();
    return Stream.iterate(0, i -> i < all.getLength(), i -> i + 1)
        .map(all::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast);
  }
}
