"""The page that shows a compile: reads a trace and never calls the compiler."""
