module github.com/kscope/kscope

go 1.26
