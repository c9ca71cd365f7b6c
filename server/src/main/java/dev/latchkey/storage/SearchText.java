package dev.latchkey.storage;

import dev.latchkey.storage.database.Database;

/** The text that a person searches for. It is always a parameter of the statement. */
public record SearchText(String text) {
    public static final SearchText NONE = new SearchText("");

    public boolean isEmpty() {
        return text.isEmpty();
    }

    /** The pattern that finds the text anywhere in a value. */
    String anywhere() {
        return "%" + atTheStart();
    }

    /** The pattern that finds the text at the start of a value. */
    String atTheStart() {
        return text.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
    }

    /** The condition that compares a column with a pattern and ignores the case of letters. */
    static String like(Database database, String column, String pattern) {
        String operator =
                switch (database.dialect()) {
                    case SQLITE -> "LIKE";
                    case POSTGRESQL -> "ILIKE";
                };
        return column + " " + operator + " " + pattern + " ESCAPE '!'";
    }
}
