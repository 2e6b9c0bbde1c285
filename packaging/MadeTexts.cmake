# Manual pages and completion scripts, which the programs make of their own options: in the folders
# man/man1, bash and zsh of ${MADE_TEXTS}, named as they are installed.

if(CMAKE_SCRIPT_MODE_FILE)  # the command below: NAME is the program's, PROGRAM its path
  function(make_text file)
    execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
  endfunction()
  file(MAKE_DIRECTORY ${FOLDER}/man/man1 ${FOLDER}/bash ${FOLDER}/zsh)
  make_text(${FOLDER}/bash/${NAME} --completion bash)
  make_text(${FOLDER}/zsh/_${NAME} --completion zsh)
  execute_process(COMMAND ${PROGRAM} --manual-pages
    OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" commands "${commands}")
  set(pages ${FOLDER}/man/man1/${NAME}.1)
  make_text(${pages} --manual)
  foreach(command ${commands})
    list(APPEND pages ${FOLDER}/man/man1/${NAME}-${command}.1)
    make_text(${FOLDER}/man/man1/${NAME}-${command}.1 --manual ${command})
  endforeach()
  execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()

set(MADE_TEXTS ${CMAKE_CURRENT_BINARY_DIR}/texts)
set(stamps)
foreach(program cpngen adapter paxos_server paxos_client)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/texts_of_${program})
  add_custom_command(
    OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} -DNAME=${program} -DPROGRAM=$<TARGET_FILE:${program}>
            -DFOLDER=${MADE_TEXTS} -P ${CMAKE_CURRENT_LIST_FILE}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${program} ${CMAKE_CURRENT_LIST_FILE}
    VERBATIM)
  list(APPEND stamps ${stamp})
endforeach()
add_custom_target(made_texts ALL DEPENDS ${stamps})
