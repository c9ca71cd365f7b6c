package dev.latchkey.site;

import java.nio.file.Path;
import java.util.List;

/**
 * What the layout shows around the content of a page.
 *
 * @param source the file of the page, or the page itself if it has none
 */
record View(
    Frame frame, Path source, Path address, String title, List<Section> contents, boolean drawn) {
  /** What all pages have in common. */
  record Frame(Addresses addresses, Navigation navigation) {}

  static final Path HOME = Path.of("README.md");
  static final Path SEARCH = Path.of("search.html");
  static final Path ASSETS = Path.of("assets");

  static View of(SitePage page, Frame frame) {
    return new View(
        frame, page.source(), page.address(), page.title(), page.contents(), page.hasDiagrams());
  }

  static View search(Frame frame) {
    return new View(frame, SEARCH, SEARCH, "Search", List.of(), false);
  }

  List<Navigation.Group> groups() {
    return frame.navigation().groups();
  }

  List<Navigation.Entry> before() {
    return frame.navigation().beside(source, -1);
  }

  List<Navigation.Entry> after() {
    return frame.navigation().beside(source, 1);
  }

  String href(Path other) {
    return Addresses.link(address, frame.addresses().of(other));
  }

  String asset(String name) {
    return Addresses.link(address, ASSETS.resolve(name));
  }

  String search() {
    return Addresses.link(address, SEARCH);
  }

  /** The library of diagrams puts styles into its drawings. */
  String policy() {
    return "default-src 'none'; script-src 'self'; style-src 'self'"
        + (drawn ? " 'unsafe-inline'" : "")
        + "; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'";
  }
}
