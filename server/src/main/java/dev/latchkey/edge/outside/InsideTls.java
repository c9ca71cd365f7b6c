package dev.latchkey.edge.outside;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** TLS to hosts inside the network of an operator, whose certificates the JDK need not know. */
public final class InsideTls {
  private InsideTls() {}

  /** Trusts this certificate; without one, those that the JDK trusts. */
  public static SSLSocketFactory trusting(Optional<Path> certificate) {
    return certificate
        .map(InsideTls::trusting)
        .orElseGet(() -> (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  private static SSLSocketFactory trusting(Path certificate) {
    try (InputStream in = Files.newInputStream(certificate)) {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry(
          "inside", CertificateFactory.getInstance("X.509").generateCertificate(in));
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (IOException | GeneralSecurityException unusable) {
      throw new IllegalStateException(certificate + " is not a certificate", unusable);
    }
  }
}
