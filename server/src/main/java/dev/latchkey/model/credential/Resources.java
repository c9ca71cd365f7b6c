package dev.latchkey.model.credential;

import java.util.List;
import java.util.Optional;

/**
 * The parts of the open interface that an operator has named as resources of their own. No resource
 * is a part of another one.
 */
public record Resources(List<Named> all) {
  public static final Resources NONE = new Resources(List.of());

  public Resources {
    all = List.copyOf(all);
  }

  /**
   * A resource as its metadata describes it. {@code scopes} are those that an app may want for its
   * calls.
   */
  public record Named(Resource resource, Optional<String> name, Scopes scopes) {}

  /** The resource to which a call at this path belongs. */
  public Optional<Named> at(String path) {
    return all.stream().filter(named -> named.resource().contains(path)).findFirst();
  }

  /** The resource with this address; the open interface is one too. */
  public Optional<Resource> find(String address, String baseUrl) {
    return Resource.OPEN_INTERFACE.address(baseUrl).equals(address)
        ? Optional.of(Resource.OPEN_INTERFACE)
        : all.stream()
            .map(Named::resource)
            .filter(resource -> resource.address(baseUrl).equals(address))
            .findFirst();
  }
}
