"""All other pages: start, group, people, table, receipts, settling, data in and out."""
