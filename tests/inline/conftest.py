"""Nothing but the place: tests of the inliner that need libLLVM."""
