package dev.latchkey.site;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Executors;

/** Serves the site on loopback, and writes it again when a document has changed. */
final class SiteServer implements AutoCloseable {
  private final HttpServer http;
  private final Site site;
  private final Path directory;
  private long newest;

  private SiteServer(HttpServer http, Site site, Path directory) {
    this.http = http;
    this.site = site;
    this.directory = directory.toAbsolutePath();
  }

  static SiteServer start(int port, Site site, Path directory) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpServer http;
    try {
      http = HttpServer.create(address, 0);
    } catch (BindException taken) {
      throw new IOException("port " + port + " is in use, choose another with --port", taken);
    }
    var server = new SiteServer(http, site, directory);
    server.refresh();
    server.listen();
    return server;
  }

  private void listen() {
    var context = http.createContext("/", SimpleFileServer.createFileHandler(directory));
    context.getFilters().add(Filter.beforeHandler("current pages", _ -> refresh()));
    context
        .getFilters()
        .add(
            Filter.beforeHandler(
                "headers",
                exchange -> {
                  exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
                  exchange.getResponseHeaders().set("Cache-Control", "no-cache");
                }));
    // One thread is enough for one reader, and two requests never write the site at once.
    http.setExecutor(Executors.newSingleThreadExecutor());
    http.start();
  }

  String address() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/";
  }

  private void refresh() {
    long latest = site.latestChange();
    if (latest > newest) {
      site.write(directory);
      newest = latest;
    }
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
