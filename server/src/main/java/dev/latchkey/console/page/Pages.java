package dev.latchkey.console.page;

import dev.latchkey.console.asset.Brand;
import dev.latchkey.console.page.templates.StaticTemplates;
import dev.latchkey.console.page.templates.Templates;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.Language;
import dev.latchkey.model.Words;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Creates the layout data of a page: the words in the visitor's language, and the sections that the
 * navigation shows to this visitor.
 */
public final class Pages {
  /**
   * The templates in {@code src/main/jte}. A wrong template name or parameter type does not
   * compile.
   */
  public static final Templates TEMPLATES = new StaticTemplates();

  private final Map<Language, Words> words =
      Arrays.stream(Language.values())
          .collect(Collectors.toUnmodifiableMap(Function.identity(), Words::new));
  private final Function<Id.Organization, Optional<Organization>> organizations;
  private final Supplier<Brand> brand;
  private final Supplier<Navigation.Approvals> approvals;

  /**
   * {@code organizations}: finds an organization. Its kind decides which sections the navigation
   * shows.
   */
  public Pages(
      Function<Id.Organization, Optional<Organization>> organizations,
      Supplier<Brand> brand,
      Supplier<Navigation.Approvals> approvals) {
    this.organizations = organizations;
    this.brand = brand;
    this.approvals = approvals;
  }

  public Page of(Visitor visitor) {
    return page(visitor.language(), Optional.of(visitor), shell(visitor));
  }

  /** A page for a visitor about whom only the language is known. */
  public Page in(Language language) {
    return page(language, Optional.empty(), Page.Shell.of(brand.get()));
  }

  private Page page(Language language, Optional<Visitor> visitor, Page.Shell shell) {
    return new Page(
        words(language), visitor, shell, Page.Result.NONE, List.of(), Confirmation.NONE);
  }

  private Page.Shell shell(Visitor visitor) {
    if (visitor.user().isEmpty()) {
      return Page.Shell.of(brand.get());
    }
    User user = visitor.user().get();
    Navigation.Approvals offered = approvals.get();
    return organizations
        .apply(user.organization())
        .map(home ->
            new Page.Shell(brand.get(), Optional.of(home), sections(user, home, offered), offered))
        .orElse(Page.Shell.of(brand.get()));
  }

  private static List<Section> sections(
      User user, Organization home, Navigation.Approvals offered) {
    return Section.of(user, home).stream()
        .filter(section -> section != Section.APPROVALS || offered.isOffered())
        .toList();
  }

  private Words words(Language language) {
    return Optional.ofNullable(words.get(language)).orElseThrow();
  }

  /**
   * The error page in the layout of the given page, so that the navigation of a signed-in person
   * stays.
   */
  public Response problem(Page page, int status, String error, String key, Object... values) {
    return page.problem(status, error, key, values);
  }
}
