"""Results become text for people and JSON for scripts. Nothing here computes."""
