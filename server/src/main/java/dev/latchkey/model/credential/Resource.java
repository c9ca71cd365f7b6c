package dev.latchkey.model.credential;

/**
 * A part of the open interface for which an app can request tokens (RFC 8707): the calls at a path
 * and below it. {@code path} begins with that of the open interface. The address of a resource is
 * its path below the published address, so it follows a change of {@code base_url}.
 */
public record Resource(String path) {
  /** The whole open interface. A token without a resource is valid there as well. */
  public static final Resource OPEN_INTERFACE = new Resource("/openapi/v2");

  /** Whether a call at this path is a call of the resource. */
  public boolean contains(String call) {
    return call.startsWith(path)
        && (call.length() == path.length() || call.charAt(path.length()) == '/');
  }

  public String address(String baseUrl) {
    return baseUrl + path;
  }

  /** Where its metadata is (RFC 9728 3.1). */
  public String metadataAddress(String baseUrl) {
    return baseUrl + "/.well-known/oauth-protected-resource" + path;
  }
}
