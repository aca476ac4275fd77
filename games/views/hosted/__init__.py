"""Pages of hosted tables: the list, the table, what stays of it."""
