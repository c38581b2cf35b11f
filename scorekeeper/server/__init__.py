"""What stands between the network and the pages: hosts, limits, headers, errors and the `serve` command."""
