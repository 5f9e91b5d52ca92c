"""A formula and a table with a column for each variable become value, gradient and status of each row."""
