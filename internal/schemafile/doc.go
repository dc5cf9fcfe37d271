// Package schemafile finds message schemas where Kafka and its vendors keep
// them: in jars, in folders, or in single JSON files.
package schemafile
