# A CMake toolchain file: opencicc compiles the CUDA sources of targets with CUDA_PTX_COMPILATION (CMake 3.9 or newer),
# CUDA_CUBIN_COMPILATION or CUDA_FATBIN_COMPILATION (3.27 or newer). See docs/nvcc.md.
#
# CMake finds out about a compiler by building a program with it. That takes a host compiler, so what it would find is
# said here: opencicc speaks nvcc's language.
if(NOT OPENCICC)
  find_program(OPENCICC opencicc REQUIRED)
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES OPENCICC)
set(CMAKE_CUDA_COMPILER "${OPENCICC}")
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_VERSION 13.0)
set(CMAKE_CUDA_COMPILER_ID_RUN TRUE)
# What nvcc would print about the link of that program; nothing is linked here.
set(CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT "#$ LIBRARIES=-L/lib\n#$ c++ -L/lib\n")
set(CMAKE_CUDA_COMPILER_FORCED TRUE)
set(CMAKE_CUDA_COMPILER_WORKS TRUE)
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CUDA_EXTENSIONS_COMPUTED_DEFAULT ON)
set(CMAKE_CUDA_RUNTIME_LIBRARY None)
set(CMAKE_CUDA_RUNTIME_LIBRARY_DEFAULT NONE)
if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 90)
endif()
