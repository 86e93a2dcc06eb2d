"""Other libraries, run on the cases of `peers.toml`: `make peers` stores what they say and tells what moved."""
