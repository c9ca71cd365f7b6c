package dev.latchkey.page;

/**
 * A request by a person who may enter the place of the page, made by {@link SectionGuard} alone.
 */
public final class SectionRequest extends PageRequest {
    SectionRequest(PageRequest request) {
        super(request);
    }
}
