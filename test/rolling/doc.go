// Package rolling restarts the instances of an installation behind the shipped balancer, HAProxy with
// deploy/haproxy.cfg, while merchants work.
package rolling
