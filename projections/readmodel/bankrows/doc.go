// Package bankrows holds the read models of the gateway's bank account: what files of the bank say (Lines), what the gateway
// booked on it (Bookings), and how both agree by day. Other packages query them through package readmodel.
package bankrows
