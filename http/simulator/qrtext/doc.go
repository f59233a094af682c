// Package qrtext builds the text of an Indonesian payment QR code: EMVCo merchant-presented mode with the
// national account templates 26 and 51. It does not draw pictures and knows nothing of payments.
package qrtext
