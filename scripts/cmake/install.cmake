# The install rules. Each component can be installed separately; the last one is only for Debian packages.
include(GNUInstallDirs)

set(packaging ${CMAKE_SOURCE_DIR}/scripts/packaging)
set(data_folder ${CMAKE_INSTALL_DATADIR}/laundromat)

install(TARGETS laundromat COMPONENT program)

# Example campaigns, listed one by one, because the folder may contain certificates of a cluster.
install(FILES conf/default.yaml conf/demo.yaml conf/demo-web.rules conf/harvest.yaml conf/harvest-registry.yaml conf/harvest-store.password conf/records.yaml conf/two-machines.yaml
  DESTINATION ${data_folder}/conf COMPONENT conf)
install(DIRECTORY conf/demo-web conf/grafana conf/harvest-web conf/prometheus conf/records conf/records-web DESTINATION ${data_folder}/conf COMPONENT conf)

# systemd reads units in lib, for any name of the library folder.
install(FILES ${packaging}/laundromat@.service DESTINATION lib/systemd/system COMPONENT service)
install(FILES ${packaging}/laundromat.sysusers DESTINATION lib/sysusers.d RENAME laundromat.conf COMPONENT service)

install(DIRECTORY ${CMAKE_BINARY_DIR}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT manual)
set(completions ${CMAKE_BINARY_DIR}/completions)
install(FILES ${completions}/laundromat DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT completions)
install(FILES ${completions}/laundromat.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT completions)
# Debian's zsh uses another folder below /usr, which the package sets.
install(FILES ${completions}/_laundromat DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT zsh)

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)
