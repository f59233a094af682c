// Package withholdingrows holds the read model of withholding slips: its rows, projector and queries. Other packages query it
// through package readmodel.
package withholdingrows
