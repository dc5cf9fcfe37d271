// Package jars gets the jars of a Kafka release by their Maven coordinates.
//
// Maven itself does the work (dependency:copy-dependencies), so mirrors,
// proxies and credentials are those of the machine's Maven settings and no
// host is named here. A set is fetched once and kept:
//
//	$KSCOPE_CACHE, or kscope below the user's cache directory
//	  jars/<coordinates>/*.jar    one directory a set, complete or absent
//	  fetch.lock                  one fetch at a time, across processes
//
// Nothing fetched belongs in the repository. Tests that need jars go through
// package need, which skips them where Maven or Java is missing.
package jars
