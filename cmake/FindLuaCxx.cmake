# The Lua library that is built as C++, so that its errors unwind C++ frames: LuaCxx::LuaCxx.
# CMake's own FindLua knows only the one that is built as C.

find_path(LuaCxx_INCLUDE_DIR lua.hpp PATH_SUFFIXES lua5.4)
find_library(LuaCxx_LIBRARY NAMES lua5.4-c++)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LuaCxx REQUIRED_VARS LuaCxx_LIBRARY LuaCxx_INCLUDE_DIR)

if(LuaCxx_FOUND AND NOT TARGET LuaCxx::LuaCxx)
  add_library(LuaCxx::LuaCxx INTERFACE IMPORTED)
  target_include_directories(LuaCxx::LuaCxx INTERFACE ${LuaCxx_INCLUDE_DIR})
  target_link_libraries(LuaCxx::LuaCxx INTERFACE ${LuaCxx_LIBRARY} m ${CMAKE_DL_LIBS})
endif()
