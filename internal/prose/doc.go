// Package prose writes what sentences are made of: numbers, counts, lists, and
// places in a text.
package prose
