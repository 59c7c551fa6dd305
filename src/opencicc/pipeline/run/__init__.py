"""Running a pipeline: from steps to plans, units and passes, with somebody watching or not."""
