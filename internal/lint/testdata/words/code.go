package code

// FIXME in a comment, and a \uXXXX that is fine.
var _ = "proxy.example.org"
