package dev.latchkey.cli.credential;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.credential.logo.LogoReader;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How people see an app. */
final class ProfileOptions {
  /** Instead of a value, if there is to be none. */
  static final String NONE = "none";

  @Option(
      names = "--description",
      paramLabel = "TEXT",
      description = "What the app does, for the people who are asked for access. none: nothing.")
  private @Nullable String description;

  @Option(
      names = "--homepage",
      paramLabel = "URL",
      description = "The homepage of the app, an address with https. none: no homepage.")
  private @Nullable String homepage;

  @Option(
      names = "--privacy",
      paramLabel = "URL",
      description = "The address of its privacy policy. none: no policy.")
  private @Nullable String privacy;

  @Option(
      names = "--logo",
      paramLabel = "FILE",
      description =
          "Its logo: a PNG, JPEG or GIF of at most 256 KiB and 1,024 by 1,024 pixels. none: no logo.")
  private @Nullable String logo;

  /** The credential with the logo that was named, if one was. */
  Credential withLogo(Credential known, OperatorCredentialActs acts) {
    if (logo == null) {
      return known;
    }
    return acts.changeLogo(known, logo.equals(NONE) ? Optional.empty() : Optional.of(bytes(logo)));
  }

  /** Refuses a logo that cannot be used, before anything is created. */
  void checkLogo() {
    if (logo != null && new LogoReader().read(bytes(logo)) instanceof LogoReader.Flaw flaw) {
      throw CredentialFlaws.fault(flaw);
    }
  }

  /** One byte more than can be used shows that the file is too long. */
  private static byte[] bytes(String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return in.readNBytes(LogoReader.MAX_BYTES + 1);
    } catch (IOException | InvalidPathException unreadable) {
      throw new ConfigFault("--logo: " + file + " cannot be read");
    }
  }

  /** What was named, over what is stored. */
  AppProfile over(AppProfile stored) {
    return AppProfile.of(text -> {
      String named = named(text);
      if (named == null) {
        return stored.text(text);
      }
      return named.equals(NONE) ? "" : named.strip();
    });
  }

  private @Nullable String named(AppProfile.Text text) {
    return switch (text) {
      case DESCRIPTION -> description;
      case HOMEPAGE -> homepage;
      case PRIVACY -> privacy;
    };
  }
}
