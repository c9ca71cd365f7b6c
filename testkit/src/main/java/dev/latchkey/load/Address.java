package dev.latchkey.load;

import dev.latchkey.host.HostFault;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;

/**
 * The address of the server under test, which is always on this machine. It also builds requests to
 * this server.
 */
public record Address(InetAddress ip, String authority, int port) {
  public static final String FORM = "application/x-www-form-urlencoded";
  public static final String JSON = "application/json";

  public static Address of(String baseUrl) {
    try {
      var uri = URI.create(baseUrl);
      InetAddress ip = InetAddress.getByName(uri.getHost());
      if (!"http".equals(uri.getScheme()) || !ip.isLoopbackAddress() || uri.getPort() < 0) {
        throw new HostFault("the benchmark measures a demo on this machine only, not " + baseUrl);
      }
      return new Address(ip, uri.getAuthority(), uri.getPort());
    } catch (UnknownHostException | IllegalArgumentException unusable) {
      throw new HostFault(baseUrl + " is not an address that can receive requests", unusable);
    }
  }

  /** {@code headers} are whole header lines without the line end. */
  public byte[] get(String path, String... headers) {
    return request("GET " + path, "", headers);
  }

  public byte[] post(String path, String type, String body, String... headers) {
    return send("POST", path, type, body, headers);
  }

  public byte[] send(String method, String path, String type, String body, String... headers) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    String[] all = new String[headers.length + 2];
    all[0] = "Content-Type: " + type;
    all[1] = "Content-Length: " + length;
    System.arraycopy(headers, 0, all, 2, headers.length);
    return request(method + " " + path, body, all);
  }

  private byte[] request(String line, String body, String... headers) {
    var text = new StringBuilder(512);
    text.append(line).append(" HTTP/1.1\r\nHost: ").append(authority).append("\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text.append("\r\n").append(body).toString().getBytes(StandardCharsets.UTF_8);
  }
}
