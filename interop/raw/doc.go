// Package raw sends hand-made frames to a Kafka node and hands back what comes,
// byte for byte. It decodes nothing but the length in front.
package raw
