package dev.latchkey.console.table;

import dev.latchkey.console.page.Page;
import dev.latchkey.edge.http.Form;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that decides what a table shows, as it is in the address of the page: the filters, the
 * sort column, the page and its size. A table can therefore be bookmarked. Unknown values of a
 * query are ignored. {@code filters}: the values of the set filters by the name of their parameter.
 */
public record TableQuery<C extends TablePage.Column>(
    String path, Map<String, String> filters, TablePage<C> page) {

  public static final String SEARCH = "q";
  public static final String ORGANIZATION = "organization";
  public static final List<Integer> SIZES = List.of(25, 50, 100);
  private static final int USUAL_SIZE = 50;
  private static final int MAX_SEARCH_CHARS = 100;

  public TableQuery {
    filters = Map.copyOf(filters);
  }

  /** Reads a query. The first column is the one by which a table is sorted at first. */
  public static <C extends TablePage.Column> TableQuery<C> of(
      String path, Form query, C[] columns) {
    C column = chosen(query, "sort", columns).orElse(columns[0]);
    var page =
        new TablePage<>(
            column,
            query
                .value("direction")
                .flatMap(text -> named(text, TablePage.Direction.values()))
                .orElse(column.usual()),
            number(query, size(query)),
            size(query));
    return new TableQuery<>(path, Map.of(), page)
        .with(SEARCH, shortened(query.value(SEARCH).orElse("").strip()));
  }

  /** No further than the rows that are counted. */
  private static int number(Form query, int size) {
    String page = query.value("page").orElse("1");
    int number = page.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(page) : 1;
    return Math.min(number, TableRows.MAX_COUNTED / size);
  }

  private static int size(Form query) {
    return SIZES.stream()
        .filter(size -> query.value("size").filter(size.toString()::equals).isPresent())
        .findAny()
        .orElse(USUAL_SIZE);
  }

  /**
   * Shortens a search text to the maximum length. The result does not end with half of a surrogate
   * pair or with a space, because neither would survive in the link to the next page.
   */
  private static String shortened(String text) {
    int end = Math.min(MAX_SEARCH_CHARS, text.length());
    boolean splits = end < text.length() && Character.isLowSurrogate(text.charAt(end));
    return text.substring(0, splits ? end - 1 : end).strip();
  }

  /** The constant that a parameter names. */
  public static <E> Optional<E> chosen(Form query, String parameter, E[] values) {
    return query.value(parameter).flatMap(text -> named(text, values));
  }

  private static <E> Optional<E> named(String text, E[] values) {
    return Arrays.stream(values).filter(value -> value.toString().equals(text)).findAny();
  }

  /** The query with one more filter; the same query if the value is empty. */
  public TableQuery<C> with(String parameter, String value) {
    if (value.isEmpty()) {
      return this;
    }
    var more = new LinkedHashMap<>(filters);
    more.put(parameter, value);
    return new TableQuery<>(path, more, page);
  }

  public TableQuery<C> with(String parameter, Optional<? extends Enum<?>> value) {
    return with(parameter, value.map(Enum::name).orElse(""));
  }

  public String filter(String parameter) {
    return filters.getOrDefault(parameter, "");
  }

  public String search() {
    return filter(SEARCH);
  }

  /** The chip of the search, if something is searched for. */
  public List<Table.Chip> searchChip(Page page) {
    return search().isEmpty()
        ? List.of()
        : List.of(chip(SEARCH, page.say("table.search"), search()));
  }

  /** The chip of a filter that is set. Its link removes the filter. */
  public Table.Chip chip(String parameter, String label, String value) {
    return new Table.Chip(label, value, without(parameter));
  }

  /** The address of the first page without this filter. */
  String without(String parameter) {
    var fewer = new LinkedHashMap<>(filters);
    fewer.remove(parameter);
    return new TableQuery<>(path, fewer, page.at(1)).address();
  }

  String at(int number) {
    return new TableQuery<>(path, filters, page.at(number)).address();
  }

  /** The address of the first page with another number of rows. */
  String withSize(int size) {
    var resized = new TablePage<>(page.column(), page.direction(), 1, size);
    return new TableQuery<>(path, filters, resized).address();
  }

  /**
   * The address of the first page, sorted by this column. If it is sorted by this column already,
   * the direction changes.
   */
  String sortedBy(C column) {
    TablePage.Direction direction =
        column.equals(page.column()) ? page.direction().opposite() : column.usual();
    var sorted = new TablePage<>(column, direction, 1, page.size());
    return new TableQuery<>(path, filters, sorted).address();
  }

  /** The filters and the order, as a view of this table saves them: for any organization. */
  public String saved() {
    var fewer = new LinkedHashMap<>(filters);
    fewer.remove(ORGANIZATION);
    String address = new TableQuery<>("", fewer, page.at(1)).address();
    return address.substring(1, address.lastIndexOf('&'));
  }

  /** The address of the table with the filters of a view. */
  String showing(String saved) {
    String organization = filter(ORGANIZATION);
    return path + '?' + saved + (organization.isEmpty() ? "" : "&organization=" + organization);
  }

  /** Without any filter, in the same order. */
  TableQuery<C> unfiltered() {
    var fewer = new LinkedHashMap<>(filters);
    fewer.keySet().retainAll(List.of(ORGANIZATION));
    return new TableQuery<>(path, fewer, page.at(1));
  }

  /** The parameters that the form of the filters carries along: the order and the page size. */
  Map<String, String> order() {
    var order = new LinkedHashMap<String, String>();
    order.put("sort", page.column().name());
    order.put("direction", page.direction().name());
    order.put("size", String.valueOf(page.size()));
    return order;
  }

  public String address() {
    var query = new StringBuilder(path);
    order().forEach((name, value) -> append(query, name, value));
    filters.keySet().stream().sorted().forEach(name -> append(query, name, filter(name)));
    append(query, "page", String.valueOf(page.number()));
    return query.toString();
  }

  private void append(StringBuilder query, String name, String value) {
    query
        .append(query.length() == path.length() ? '?' : '&')
        .append(name)
        .append('=')
        .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
  }
}
