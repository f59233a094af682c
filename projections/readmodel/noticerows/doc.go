// Package noticerows has the read model of what people of clients are to be told by mail.
package noticerows
