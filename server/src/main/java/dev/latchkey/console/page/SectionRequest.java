package dev.latchkey.console.page;

import dev.latchkey.model.person.Organization;
import java.util.Optional;

/**
 * A request by a person who may enter the section of the page. Only {@link SectionGuard} creates
 * it.
 */
public final class SectionRequest extends PageRequest {
  private final Optional<Organization> organization;

  SectionRequest(PageRequest request) {
    this(request, Optional.empty());
  }

  private SectionRequest(PageRequest request, Optional<Organization> organization) {
    super(request);
    this.organization = organization;
  }

  SectionRequest about(Organization about) {
    return new SectionRequest(this, Optional.of(about));
  }

  @Override
  public Page page() {
    Page page = super.page();
    return organization.map(page::about).orElse(page);
  }
}
