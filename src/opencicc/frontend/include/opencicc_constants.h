// clang gives every constant of the program a copy on the device, as if it were __constant__, and nothing in the IR tells
// one from the other. Here a __constant__ says that it is one, so that frontend/host_constants.py can take the copies away.
#pragma once

#undef __constant__
#define __constant__ __attribute__((constant, annotate("opencicc.constant")))
