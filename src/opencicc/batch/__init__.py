"""Many modules in one go: on the cores of this machine, or on a Dask cluster."""
