"""闘地主 on the pages: the form of a deal, the referee for plays, and the words for both."""
