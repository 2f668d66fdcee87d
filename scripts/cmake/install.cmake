# What `cmake --install` puts where. Each component is a part of what belongs to the program; the last one is for Debian packages only.
include(GNUInstallDirs)

set(packaging ${CMAKE_SOURCE_DIR}/scripts/packaging)
set(data_folder ${CMAKE_INSTALL_DATADIR}/laundromat)

install(TARGETS laundromat COMPONENT program)

# Campaigns to try and to begin with: named one by one, since certificates of a cluster may lie beside them.
install(FILES conf/default.yaml conf/demo.yaml conf/demo-seeds.txt conf/demo-web.rules conf/two-machines.yaml
  DESTINATION ${data_folder}/conf COMPONENT conf)
install(DIRECTORY conf/demo-web DESTINATION ${data_folder}/conf COMPONENT conf)

# systemd looks below lib, whatever the folder of libraries is called.
install(FILES ${packaging}/laundromat@.service DESTINATION lib/systemd/system COMPONENT service)
install(FILES ${packaging}/laundromat.sysusers DESTINATION lib/sysusers.d RENAME laundromat.conf COMPONENT service)

install(DIRECTORY ${CMAKE_BINARY_DIR}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT manual)
set(completions ${CMAKE_BINARY_DIR}/completions)
install(FILES ${completions}/laundromat DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT completions)
install(FILES ${completions}/laundromat.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT completions)
# Debian's zsh looks elsewhere below /usr, which is a matter of the package.
install(FILES ${completions}/_laundromat DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT zsh)

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)
