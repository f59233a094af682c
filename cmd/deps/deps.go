//go:build deps

package deps

import (
	_ "code.dny.dev/ssrf"
	_ "github.com/alexedwards/argon2id"
	_ "github.com/anishathalye/porcupine"
	_ "github.com/caarlos0/env/v11"
	_ "github.com/fergusstrange/embedded-postgres"
	_ "github.com/gin-gonic/gin"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/google/uuid"
	_ "github.com/hashicorp/golang-lru/v2"
	_ "github.com/jmoiron/sqlx"
	_ "github.com/lib/pq"
	_ "github.com/pressly/goose/v3"
	_ "github.com/pressly/goose/v3/lock"
	_ "github.com/prometheus/client_golang/prometheus/promhttp"
	_ "github.com/shopspring/decimal"
	_ "github.com/sirupsen/logrus"
	_ "github.com/spf13/cobra"
	_ "github.com/standard-webhooks/standard-webhooks/libraries/go"
	_ "go.uber.org/goleak"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/time/rate"
	_ "pgregory.net/rapid"
)
