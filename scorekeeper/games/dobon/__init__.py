"""ドボン: the entry form, the hands, the referee and the rules in words of the dobon family."""
