package message_test

import "testing"

func TestLawTiling(t *testing.T) {}

func TestLawPrefixOfSomethingElse(t *testing.T) {}

func TestLawGravity(t *testing.T) {}
