package dev.latchkey.console.page;

/**
 * One of the tabs of a page. Each tab is a page with its own address. {@code label}: a key of the
 * message bundles.
 */
public record Tab(String label, String href, boolean isCurrent) {}
