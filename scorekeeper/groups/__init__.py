"""The pages of a group: start, the group's own page, its people, phones, links and log."""
