// Package near finds the names that somebody may have meant, and words the hint
// that says so.
package near
