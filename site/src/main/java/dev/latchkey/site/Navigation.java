package dev.latchkey.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.StrongEmphasis;

/**
 * The pages by task, in the order of {@code docs/README.md}: each table there is a group with the
 * title of its first column, and so is the first paragraph, with its strong words as the title.
 */
record Navigation(List<Group> groups) {
  static final Path INDEX = Path.of("docs/README.md");

  record Group(String title, List<Entry> entries) {}

  record Entry(String title, Path source) {}

  static Navigation read(Path root) {
    var groups = new ArrayList<Group>();
    groups.add(
        new Group(
            "", List.of(new Entry("Latchkey", View.HOME), new Entry("All documents", INDEX))));
    Node node = MarkdownReader.parse(root.resolve(INDEX)).getFirstChild();
    for (; node != null; node = node.getNext()) {
      boolean isChapter = node instanceof Heading heading && heading.getLevel() > 1;
      if (isChapter) {
        break;
      }
      if (node instanceof TableBlock || node instanceof Paragraph) {
        groups.add(group(node));
      }
    }
    groups.add(new Group("Releases", List.of(new Entry("Changelog", Path.of("CHANGELOG.md")))));
    return new Navigation(groups);
  }

  private static Group group(Node block) {
    var entries = new ArrayList<Entry>();
    var title = new StringBuilder();
    block.accept(
        new AbstractVisitor() {
          @Override
          public void visit(StrongEmphasis strong) {
            title.append(MarkdownReader.text(strong));
          }

          @Override
          public void visit(CustomNode node) {
            if (!(node instanceof TableCell cell)) {
              super.visit(node);
            } else if (cell.getPrevious() == null && cell.isHeader()) {
              title.append(MarkdownReader.text(cell));
            } else if (cell.getPrevious() == null) {
              super.visit(node);
            }
          }

          @Override
          public void visit(Link link) {
            String target = link.getDestination();
            if (!target.startsWith("#")) {
              entries.add(
                  new Entry(
                      capitalized(MarkdownReader.text(link)),
                      INDEX.resolveSibling(target).normalize()));
            }
          }
        });
    return new Group(title.toString().strip(), entries);
  }

  /** Some links stand in the middle of a sentence. */
  private static String capitalized(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** The page after this one, or before it with a step of -1. */
  List<Entry> beside(Path source, int step) {
    List<Entry> all = groups.stream().flatMap(group -> group.entries().stream()).toList();
    for (int i = 0; i < all.size(); i++) {
      int there = i + step;
      if (all.get(i).source().equals(source) && there >= 0 && there < all.size()) {
        return List.of(all.get(there));
      }
    }
    return List.of();
  }
}
