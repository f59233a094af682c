// Package qris builds and reads the text of an Indonesian payment QR code: EMVCo
// merchant-presented mode with the national account templates 26 and 51. It knows
// nothing of payments, providers or pictures.
package qris
