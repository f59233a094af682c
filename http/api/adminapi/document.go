package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/api/filebody"
	"gateway/http/api/listing"
	"gateway/projections/readmodel/documentrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listDocuments(c *gin.Context, p ListDocumentsParams) {
	filter := documentrows.Filter{ClientID: p.ClientID, Status: p.Status}
	listing.Answer(c, a.Cursors, listing.Request{Name: "documents", Filter: filter, Page: p.Shown(), After: p.After},
		namedRows(a, documentOwner, func(ctx context.Context, page readtable.Page) ([]documentrows.AdminDocument, int64, error) {
			rows, total, err := a.Queries.Documents(ctx, filter, page)
			return views(rows, documentrows.Document.ForAdmin), total, err
		}))
}

func (a *Admin) document(ctx context.Context, id ID) (documentrows.AdminDocument, error) {
	return a.Documents.Find(ctx, id)
}

func (a *Admin) acceptDocument(ctx context.Context, id ID) (documentrows.AdminDocument, error) {
	return a.Documents.Accept(ctx, id)
}

func (a *Admin) rejectDocument(ctx context.Context, id ID, reason string) (documentrows.AdminDocument, error) {
	row, err := a.Documents.Reject(ctx, id, reason)
	return nameClient(ctx, a, row, documentOwner, err)
}

// getDocumentFile answers with the file of a document.
func (a *Admin) getDocumentFile(c *gin.Context, id ID) {
	ref, content, err := a.Documents.Content(c.Request.Context(), id)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	filebody.Send(c, ref, content)
}

func documentOwner(d *documentrows.AdminDocument) (int64, *string) { return d.ClientID, &d.ClientName }
