package dev.latchkey.console.page;

/**
 * What a person looks at: the own account, an organization, or the platform. The side bar shows the
 * sections of one context, and a switch to the others.
 */
public enum Context {
  PERSONAL(Icon.USER_ROUND),
  ORGANIZATION(Icon.BUILDING_2),
  PLATFORM(Icon.LAYERS);

  private final Icon icon;

  Context(Icon icon) {
    this.icon = icon;
  }

  public Icon icon() {
    return icon;
  }
}
