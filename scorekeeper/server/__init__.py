"""Between the network and the pages: allowed hosts, limits, headers, errors and the `serve` command."""
