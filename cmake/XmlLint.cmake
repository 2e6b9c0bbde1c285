# Tests that apply a schema do so with libxml2's own program; without it they skip.

find_program(XMLLINT xmllint)

# uses_xmllint(TEST): CPNGEN_XMLLINT is the program's path in the test's sources, or empty.
function(uses_xmllint test)
  target_compile_definitions(${test} PRIVATE CPNGEN_XMLLINT="$<$<BOOL:${XMLLINT}>:${XMLLINT}>")
endfunction()
