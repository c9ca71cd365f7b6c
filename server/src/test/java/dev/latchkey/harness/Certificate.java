package dev.latchkey.harness;

import dev.latchkey.edge.http.ListenAt.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for {@code localhost}, and its key. */
public final class Certificate {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final X509Certificate certificate;
  private final Key key;

  private Certificate(KeyStore store) throws GeneralSecurityException {
    this.certificate = (X509Certificate) store.getCertificate("key");
    this.key = store.getKey("key", PASSWORD);
  }

  /** Makes a certificate with keytool, which is part of every JDK. */
  public static Certificate make() {
    try {
      Path file = Latchkey.temporaryDirectory().resolve("store.p12");
      Process made =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  "key",
                  "-keyalg",
                  "EC",
                  "-groupname",
                  "secp256r1",
                  "-dname",
                  "CN=localhost",
                  "-ext",
                  "SAN=dns:localhost,ip:127.0.0.1",
                  "-validity",
                  "30",
                  "-storetype",
                  "PKCS12",
                  "-storepass",
                  String.valueOf(PASSWORD),
                  "-keystore",
                  file.toString())
              .redirectErrorStream(true)
              .start();
      String output = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!Files.exists(file)) {
        throw new AssertionError("no certificate: " + output);
      }
      var store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, PASSWORD);
      }
      return new Certificate(store);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public BigInteger serialNumber() {
    return certificate.getSerialNumber();
  }

  /**
   * Writes the certificate and its key to two files in a new directory, as an operator has them.
   */
  public TlsFiles files() {
    Path directory = Latchkey.temporaryDirectory();
    var files = new TlsFiles(directory.resolve("cert.pem"), directory.resolve("key.pem"));
    writeCertificate(files.certificate());
    writeKey(files.key());
    return files;
  }

  public void writeCertificate(Path file) {
    try {
      write(file, "CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public void writeKey(Path file) {
    write(file, "PRIVATE KEY", key.getEncoded());
  }

  private static void write(Path file, String what, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    try {
      Files.writeString(
          file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Lets every GreenMail with TLS, in this process, present this certificate. */
  public void presentInGreenMail() {
    Path file = Latchkey.temporaryDirectory().resolve("greenmail.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      keyStore().store(out, PASSWORD);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
    System.setProperty("greenmail.tls.keystore.file", file.toString());
    System.setProperty("greenmail.tls.keystore.password", String.valueOf(PASSWORD));
  }

  private KeyStore keyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("key", key, PASSWORD, new X509Certificate[] {certificate});
    return store;
  }

  /** The TLS context of a server with this certificate. */
  public SSLContext presented() {
    try {
      KeyStore store = keyStore();
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, PASSWORD);
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** The TLS context of a client that trusts only this certificate. */
  public SSLContext trusted() {
    try {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry("trusted", certificate);
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
