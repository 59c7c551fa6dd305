"""Read-only facts about functions, computed on first use and dropped when they go stale."""
