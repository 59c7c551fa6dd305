"""What the published description says of the pipeline, as tables: phases, tiers, paths, guards, levels."""
