// Package program builds the kscope command for what runs it as users do.
package program
