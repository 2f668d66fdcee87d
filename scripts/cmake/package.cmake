# The settings of `cpack -G DEB`: one package for Debian 12 from the release build. scripts/package calls it and tests the package.
set(LAUNDROMAT_MAINTAINER "LOD Laundromat maintainers <maintainers@lodlaundromat.org>" CACHE STRING
  "Who is responsible for the package: name <mail address>")
set(package_revision 1)
set(debian ${CMAKE_SOURCE_DIR}/scripts/packaging/debian)
set(made ${CMAKE_BINARY_DIR}/packaging)

# Debian requires its own form of licence file, a compressed changelog, and reasons for lintian overrides.
find_program(GZIP gzip)
if(NOT GZIP)
  message(STATUS "gzip is missing: cpack cannot make a Debian package")
  return()
endif()
execute_process(COMMAND date --utc --rfc-email --date=${LAUNDROMAT_RELEASED}
  OUTPUT_VARIABLE released OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
configure_file(${debian}/changelog ${made}/changelog.Debian @ONLY)
execute_process(COMMAND ${GZIP} --best --no-name --force --keep ${made}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
file(CREATE_LINK ../../laundromat/conf ${made}/examples SYMBOLIC)
install(FILES ${debian}/copyright ${made}/changelog.Debian.gz ${made}/examples
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/laundromat COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES ${debian}/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME laundromat
  COMPONENT debian EXCLUDE_FROM_ALL)

install(FILES ${CMAKE_BINARY_DIR}/completions/_laundromat DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
  COMPONENT debian EXCLUDE_FROM_ALL)
# Runs after the component with the manual pages.
install(CODE "file(GLOB pages \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1/laundromat*.1\")
  execute_process(COMMAND ${GZIP} --best --no-name \${pages} COMMAND_ERROR_IS_FATAL ANY)"
  COMPONENT debian EXCLUDE_FROM_ALL)

set(CPACK_PACKAGE_NAME laundromat)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT ${LAUNDROMAT_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program conf service manual completions debian)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${package_revision})
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE https://lodlaundromat.org/)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "crawler and cleaner of Linked Open Data
LOD Laundromat crawls Linked Open Data, cleans whatever it finds, and publishes
it as canonical N-Quads with a full account of what was wrong: no seed, no
statement and no byte is lost without saying so.

It reads N-Triples, N-Quads, Turtle, TriG, RDF/XML, RDFa and JSON-LD in any
encoding, also packed in archives, obeys robots.txt, and goes on where it was
when it is killed. The package has a systemd service for campaigns.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Without ca-certificates every https connection fails.
set(CPACK_DEBIAN_PACKAGE_DEPENDS ca-certificates)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${debian}/postinst ${debian}/prerm ${debian}/postrm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
