// Package near finds the names that somebody may have meant.
package near
