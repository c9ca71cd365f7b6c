package dev.latchkey.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Makes a page of a Markdown file: its links lead to pages, and its headings have anchors. */
final class MarkdownReader {
  private static final List<Extension> TABLES = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
  private static final Pattern IMAGE = Pattern.compile("<img src=\"([^\"]+)\"");

  private final Addresses addresses;
  private final Path source;
  private final Path address;
  private final Map<Node, Map<String, String>> attributes = new HashMap<>();
  private final Map<String, Integer> anchors = new HashMap<>();
  private final Set<Path> linked = new HashSet<>();

  private MarkdownReader(Addresses addresses, Path source) {
    this.addresses = addresses;
    this.source = source;
    this.address = addresses.of(source);
  }

  static SitePage read(Addresses addresses, Path source) {
    return new MarkdownReader(addresses, source).page(parse(addresses.root().resolve(source)));
  }

  static Node parse(Path file) {
    try {
      return PARSER.parse(Files.readString(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The text of a node without marks: what a reader finds with a search. */
  static String text(Node node) {
    return switch (node) {
      case Text text -> text.getLiteral();
      case Code code -> code.getLiteral();
      case FencedCodeBlock block -> block.getLiteral();
      case HtmlBlock _, HtmlInline _ -> "";
      case SoftLineBreak _, HardLineBreak _ -> " ";
      default -> {
        boolean isBlock =
            !(node instanceof Link || node instanceof Emphasis || node instanceof StrongEmphasis);
        String parts = children(node).map(MarkdownReader::text).collect(Collectors.joining());
        yield isBlock ? parts.strip() + " " : parts;
      }
    };
  }

  private SitePage page(Node document) {
    List<Section> sections = sections(document);
    document.accept(new Adaptation());
    String html =
        HtmlRenderer.builder()
            .extensions(TABLES)
            .attributeProviderFactory(_ ->
                (node, tag, values) -> {
                  values.putAll(attributes.getOrDefault(node, Map.of()));
                  // The keyboard can scroll what is wider than the page.
                  if (tag.equals("pre")) {
                    values.put("tabindex", "0");
                  }
                })
            .build()
            .render(document);
    return new SitePage(source, address, html, sections, linked);
  }

  private List<Section> sections(Node document) {
    var sections = new ArrayList<Section>();
    var title = "";
    var level = 1;
    var anchor = "";
    var text = new StringBuilder();
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading) {
        if (!title.isEmpty()) {
          sections.add(new Section(level, title, anchor, text.toString().strip()));
        }
        title = text(heading).strip();
        level = heading.getLevel();
        anchor = anchor(title);
        attributes.put(heading, Map.of("id", anchor));
        text.setLength(0);
      } else if (!(node instanceof HtmlBlock) && !isContents(node)) {
        text.append(text(node)).append('\n');
      }
    }
    sections.add(new Section(level, title, anchor, text.toString().strip()));
    return sections;
  }

  /** The anchor in the form of the common hosts of repositories. */
  private String anchor(String title) {
    String anchor =
        title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
    int before = anchors.merge(anchor, 1, Integer::sum) - 1;
    return before == 0 ? anchor : anchor + "-" + before;
  }

  /** The list of the page's own chapters. The site has it beside the page. */
  private static boolean isContents(Node node) {
    return node instanceof BulletList
        && children(node)
            .allMatch(item ->
                item.getFirstChild() instanceof Paragraph paragraph
                    && paragraph.getNext() == null
                    && paragraph.getFirstChild() instanceof Link link
                    && link.getNext() == null
                    && link.getDestination().startsWith("#"));
  }

  /** Changes what differs between a file and a page. */
  private final class Adaptation extends AbstractVisitor {
    @Override
    public void visit(Heading heading) {
      super.visit(heading);
      if (heading.getLevel() > 1) {
        String anchor = attributes.getOrDefault(heading, Map.of()).getOrDefault("id", "");
        var link = new Link("#" + anchor, null);
        attributes.put(
            link,
            Map.of("class", "anchor", "aria-label", "Link to “" + text(heading).strip() + "”"));
        link.appendChild(new Text("#"));
        heading.appendChild(link);
      }
    }

    @Override
    public void visit(Link link) {
      link.setDestination(onSite(link.getDestination()));
      super.visit(link);
    }

    @Override
    public void visit(Image image) {
      image.setDestination(onSite(image.getDestination()));
      super.visit(image);
    }

    @Override
    public void visit(BulletList list) {
      if (isContents(list)) {
        list.unlink();
      } else {
        super.visit(list);
      }
    }

    @Override
    public void visit(HtmlBlock block) {
      block.setLiteral(images(block.getLiteral()));
    }

    @Override
    public void visit(HtmlInline inline) {
      inline.setLiteral(images(inline.getLiteral()));
    }

    private String images(String html) {
      return IMAGE
          .matcher(COMMENT.matcher(html).replaceAll(""))
          .replaceAll(
              found -> Matcher.quoteReplacement("<img src=\"" + onSite(found.group(1)) + "\""));
    }

    /** A narrow screen shows a row as a list, in which each cell needs the title of its column. */
    @Override
    public void visit(CustomBlock block) {
      if (block instanceof TableBlock table && table.getFirstChild() instanceof TableHead head) {
        children(head.getFirstChild()).forEach(Adaptation::emptyIsNoHeader);
        List<String> titles =
            children(head.getFirstChild()).map(cell -> text(cell).strip()).toList();
        if (table.getLastChild() instanceof TableBody body) {
          children(body).forEach(row -> label(children(row).toList(), titles));
        }
      }
      super.visit(block);
    }

    private static void emptyIsNoHeader(Node cell) {
      if (cell.getFirstChild() == null && cell instanceof TableCell empty) {
        empty.setHeader(false);
      }
    }

    private void label(List<Node> cells, List<String> titles) {
      for (int column = 0; column < cells.size(); column++) {
        if (!titles.get(column).isEmpty()) {
          attributes.put(cells.get(column), Map.of("data-label", titles.get(column)));
        }
      }
    }
  }

  private static Stream<Node> children(Node parent) {
    return Stream.iterate(parent.getFirstChild(), Objects::nonNull, Node::getNext);
  }

  private String onSite(String link) {
    String[] parts = link.split("#", 2);
    if (link.contains("://") || link.startsWith("mailto:") || parts[0].isEmpty()) {
      return link;
    }
    Path target = source.resolveSibling(parts[0]).normalize();
    linked.add(target);
    String there = Addresses.link(address, addresses.of(target));
    return parts.length == 1 ? there : there + "#" + parts[1];
  }
}
