"""The pages of what is owed and paid: settling a table, bills over several, payments and rates."""
