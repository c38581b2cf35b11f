"""The pages of a night: its tables, one settlement over them, and what is sent of it to the others."""
