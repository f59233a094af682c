// Package rolling restarts the instances of an installation behind the balancer that is
// shipped, HAProxy with deploy/haproxy.cfg, while merchants work.
package rolling
