"""The folder of the C library, libnvvm.so.4: setup.py puts it here where it can be built."""
