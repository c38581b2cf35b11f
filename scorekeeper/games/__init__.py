"""What each family of games brings to the pages; `families` is the only list of them."""
