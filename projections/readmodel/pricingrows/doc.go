// Package pricingrows holds the read models of settings: rates, banks and transfer fees. It has their rows,
// projector and queries. Other packages query them through package readmodel.
package pricingrows
