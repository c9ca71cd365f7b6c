package dev.latchkey.console.page;

/** The link in the header of a page to the page above it. */
public record Crumb(String href, String label) {}
