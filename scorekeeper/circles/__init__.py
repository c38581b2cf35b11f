"""仲間: circles, their players, and the devices that have opened them."""
