package dev.latchkey.cli.option;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which part of a list is printed. */
public final class ListOptions {
  @Option(
      names = "--search",
      paramLabel = "TEXT",
      description = "Only those that contain this text, as in the search of the pages.")
  private String search = "";

  @Mixin private LimitOption most = new LimitOption();

  @Option(
      names = "--page",
      paramLabel = "N",
      description = "The second, third … part of the list (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int page;

  public SearchText text() {
    return new SearchText(search.strip());
  }

  public <C extends TablePage.Column> TablePage<C> page(C column) {
    int limit = most.checked();
    if (page < 1) {
      throw new ConfigFault("--page must be 1 or more");
    }
    return TablePage.first(column, limit).at(page);
  }
}
