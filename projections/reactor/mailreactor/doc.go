// Package mailreactor sends the mails that events ask for (Mails).
package mailreactor
