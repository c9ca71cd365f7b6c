package dev.latchkey.cli.option;

import dev.latchkey.app.config.ConfigFault;

/** The values of an option that turns something on or off. */
public final class OnOff {
  private OnOff() {}

  public static boolean isOn(String state) {
    return switch (state) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new ConfigFault("--state is neither on nor off");
    };
  }
}
