package dev.latchkey.console.table;

import dev.latchkey.console.page.Page;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * One page of a table, with the links to the other pages and to other orders. {@code chips}: the
 * filters that are set.
 */
public record Table<T, C extends TablePage.Column>(
    TableQuery<C> query, TableRows<T> found, List<Chip> chips, ListViews views) {

  /** How many page numbers are shown on each side of the current one. */
  private static final int NEIGHBOURS = 2;

  public Table(TableQuery<C> query, TableRows<T> found, List<Chip> chips) {
    this(query, found, chips, ListViews.NONE);
  }

  public Table {
    chips = List.copyOf(chips);
  }

  /** A filter that is set. {@code href}: the address without it. */
  public record Chip(String label, String value, String href) {}

  /** The link in a column header. {@code sorted}: the direction if the table is sorted by it. */
  public record Header(String href, Optional<TablePage.Direction> sorted) {}

  /** A link to a page. {@code follows}: whether it is the page after the link before. */
  public record PageLink(int number, String href, boolean isCurrent, boolean follows) {}

  /** A link to the same table with another number of rows on a page. */
  public record SizeLink(int size, String href, boolean isCurrent) {}

  /** A table that can be searched and has no other filters. */
  public static <T, C extends TablePage.Column> Table<T, C> searched(
      TableQuery<C> query, TableRows<T> found, Page page) {
    return new Table<>(query, found, query.searchChip(page));
  }

  /** The same table with rows as a template needs them. */
  public <U> Table<U, C> map(Function<T, U> row) {
    List<U> mapped = found.rows().stream().map(row).toList();
    return new Table<>(query, found.with(mapped), chips, views);
  }

  /** The same table with the views that lead to it. */
  public Table<T, C> with(ListViews shown) {
    return new Table<>(query, found, chips, shown);
  }

  public List<T> rows() {
    return found.rows();
  }

  public int total() {
    return found.total();
  }

  /** Whether there is nothing at all, instead of nothing that matches the filters. */
  public boolean isUnfilteredAndEmpty() {
    return rows().isEmpty() && chips.isEmpty();
  }

  public Header header(C column) {
    boolean isSorted = column.equals(query.page().column());
    return new Header(
        query.sortedBy(column),
        isSorted ? Optional.of(query.page().direction()) : Optional.empty());
  }

  /** The hidden fields of the form of the filters. */
  public Map<String, String> order() {
    return query.order();
  }

  /** The number of the first row on this page, counted over all pages. */
  public int first() {
    return query.page().at(found.number()).offset() + 1;
  }

  public int last() {
    return first() + rows().size() - 1;
  }

  public Optional<String> previous() {
    return link(found.number() - 1);
  }

  public Optional<String> next() {
    return link(found.number() + 1);
  }

  private Optional<String> link(int number) {
    return number >= 1 && number <= pages() ? Optional.of(query.at(number)) : Optional.empty();
  }

  private int pages() {
    return query.page().last(total());
  }

  public boolean hasPages() {
    return pages() > 1;
  }

  /** The first page, the last page, the current page and the pages beside it. */
  public List<PageLink> pageLinks() {
    int current = found.number();
    var numbers = new TreeSet<>(List.of(1, pages()));
    IntStream.rangeClosed(current - NEIGHBOURS, current + NEIGHBOURS)
        .filter(number -> number >= 1 && number <= pages())
        .forEach(numbers::add);
    var links = new ArrayList<PageLink>();
    int before = 0;
    for (int number : numbers) {
      links.add(new PageLink(number, query.at(number), number == current, number == before + 1));
      before = number;
    }
    return List.copyOf(links);
  }

  /** Whether another number of rows on a page would change what is shown. */
  public boolean hasSizes() {
    return total() > TableQuery.SIZES.getFirst();
  }

  public List<SizeLink> sizeLinks() {
    return TableQuery.SIZES.stream()
        .map(size -> new SizeLink(size, query.withSize(size), size == query.page().size()))
        .toList();
  }
}
