// Command import adds a Kafka release to the catalog's data.
//
//	go run ./cmd/import 4.4.0     add a release, or the newest one again
//	go run ./cmd/import -all      make all data anew from the releases listed
package main
