package staff

import (
	"gateway/domain/words"
	"gateway/http/page"
)

// bookPages explain the books: what they held at a time, and why.
var bookPages = []page.Page{
	{
		Path: "/trial-balance", Group: "books", Section: words.BooksSection, Nav: words.TrialTitle,
		Show: showTrialBalance, Also: []string{"at", "since"}, Still: true,
	},
	{
		Path: "/trial-balance/accounts", Group: "books", Title: words.EachAccount,
		Show: accountsHead, Table: listAccounts, Also: []string{"at", "since"}, Still: true,
	},
	{
		Path: "/period-report", Group: "books", Section: words.BooksSection, Nav: words.PeriodTitle,
		Show: showPeriod, Table: listPeriodClients, Still: true,
	},
	{Path: "/general-ledger/file", Group: "books", Title: words.GeneralLedgerFile, File: downloadGeneralLedger},
	{Path: "/journals/file", Group: "books", Title: words.JournalsFile, File: downloadJournals},
	{Path: "/period-report/file", Group: "books", Title: words.PeriodTitle, File: downloadPeriod},
	{Path: "/audit-log", Group: "read_staff", Section: words.BooksSection, Nav: words.AuditTitle, Table: listAuditLog},
	{Path: "/checkpoint", Group: "books", Section: words.BooksSection, Nav: words.CheckpointTitle, Show: showCheckpoint, Still: true},
	{
		Path: "/audit-runs", Group: "books", Section: words.BooksSection, Nav: words.AuditRunsTitle,
		Show: auditRunsHead, Table: listAuditRuns,
	},
	{Path: "/audit-runs/:id", Group: "books", Title: words.AuditRunsTitle, Show: showAuditRun, Table: listFound},
	{Path: "/checkpoint/check", Group: "books", Title: words.CheckTitle, File: (*page.Context).KeptChecker},
	{
		Path: "/log", Group: "books", Section: words.BooksSection, Nav: words.LogTitle,
		Show: showLog, Table: listLog, Also: []string{"since", "wait", "limit"}, Still: true,
	},
	{Path: "/log/:position", Group: "books", Title: words.EventTitle, Show: showEvent, Still: true},
	{
		Path: "/clients/:id/balance", Group: "books", Title: words.BalanceTitle,
		Show: showBalance, Table: listMovements, Also: []string{"at", "since"}, Still: true,
	},
	{Path: "/clients/:id/what-if", Group: "books", Title: words.WhatIfTitle, Show: showWhatIf, Still: true},
	{Path: "/clients/:id/statement", Group: "books", Title: words.Statements, Show: showStatement, Table: listLines, Still: true},
	{Path: "/clients/:id/statement/file", Group: "books", Title: words.Statements, File: downloadStatement},
}
