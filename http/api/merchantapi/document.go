package merchantapi

import (
	"gateway/http/api/envelope"
	"gateway/http/api/filebody"
	"gateway/http/service/documentservice"
)

func parseDocument(body []byte) (documentservice.Request, error) {
	r, err := envelope.Parse[DocumentRequest](body)
	if err != nil {
		return documentservice.Request{}, err
	}
	content, err := filebody.Content("file.content", r.File.Content)
	return documentservice.Request{Kind: r.Kind, FileName: r.File.Name, FileType: r.File.Type, Content: content}, err
}
