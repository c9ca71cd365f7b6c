package dev.latchkey.console.page;

/**
 * A request by a person who may enter the section of the page. Only {@link SectionGuard} creates
 * it.
 */
public final class SectionRequest extends PageRequest {
  SectionRequest(PageRequest request) {
    super(request);
  }
}
