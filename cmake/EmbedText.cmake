# Text files as strings of the program that reads them.
#
# embed_text(OUTPUT FILE.cc HEADER path/of/header.h FUNCTION ns::Name FILES a.lua b.lua): makes
# FILE.cc in the current binary folder, anew whenever a text changes. The header declares
# `std::span<const std::string_view> ns::Name();`, which returns the texts in the order of FILES.

if(CMAKE_SCRIPT_MODE_FILE)  # the command that embed_text() runs while the project is built
  set(strings "")
  foreach(file IN LISTS FILES)
    file(READ ${file} text)
    string(FIND "${text}" ")text\"" end)
    if(NOT end EQUAL -1)
      message(FATAL_ERROR "${file}: )text\" would end the string that holds the file")
    endif()
    string(APPEND strings "    R\"text(${text})text\",\n")
  endforeach()
  file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n\nnamespace {\n\n"
       "constexpr std::string_view kTexts[] = {\n${strings}};\n\n}  // namespace\n\n"
       "std::span<const std::string_view> ${FUNCTION}() { return kTexts; }\n")
  return()
endif()

set(EMBED_TEXT_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(embed_text)
  cmake_parse_arguments(ARG "" "OUTPUT;HEADER;FUNCTION" "FILES" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${ARG_OUTPUT})
  list(TRANSFORM ARG_FILES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${ARG_FILES}" -DOUTPUT=${output} -DHEADER=${ARG_HEADER}
            -DFUNCTION=${ARG_FUNCTION} -P ${EMBED_TEXT_SCRIPT}
    DEPENDS ${ARG_FILES} ${EMBED_TEXT_SCRIPT}
    VERBATIM)
endfunction()
