# cpp-httplib as Debian builds it: a library, which was compiled with these definitions. Whoever
# includes httplib.h without them sees classes of other sizes.
find_library(Httplib_LIBRARY cpp-httplib)
find_path(Httplib_INCLUDE_DIR httplib.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Httplib
  REQUIRED_VARS Httplib_LIBRARY Httplib_INCLUDE_DIR)
mark_as_advanced(Httplib_LIBRARY Httplib_INCLUDE_DIR)
if(Httplib_FOUND AND NOT TARGET Httplib::httplib)
  add_library(Httplib::httplib UNKNOWN IMPORTED)
  set_target_properties(Httplib::httplib PROPERTIES
    IMPORTED_LOCATION ${Httplib_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${Httplib_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS
      "CPPHTTPLIB_OPENSSL_SUPPORT;CPPHTTPLIB_ZLIB_SUPPORT;CPPHTTPLIB_BROTLI_SUPPORT"
    INTERFACE_LINK_LIBRARIES "ssl;crypto")
endif()
