package dev.latchkey.page;

/**
 * A request by a person who may enter the place of the page, made by {@link PlaceEntrance} alone.
 */
public final class PlaceRequest extends PageRequest {
    PlaceRequest(PageRequest request) {
        super(request);
    }
}
