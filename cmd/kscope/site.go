package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/internal/engine"
	"github.com/kscope/kscope/site"
)

// onLoopback is where serve listens unless told otherwise.
const onLoopback = "127.0.0.1:8080"

func (a *app) siteCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "site DIR",
		Short: "write the web reference as static files",
		Long: `site writes a page for every message at every version, and the pages around them,
into a folder that any web server can serve and a browser can open as it is. With
--release, the site is about that release alone; with --schemas, its messages and
descriptions come first.`,
		Example: `  kscope site out && xdg-open out/index.html
  kscope site --release 3.9 out`,
		Args: words(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := site.MakeFolder(args[0]); err != nil {
				return err
			}
			script := a.engine(cmd.Context())
			if _, err := script(); err != nil {
				script = nil
			}
			s, err := a.site(script)
			if err != nil {
				return err
			}
			start := time.Now()
			total, err := s.Write(args[0])
			if err != nil {
				return err
			}
			a.note("%d files, %.1f MB in %.1f s", total.Files, float64(total.Bytes)/1e6, time.Since(start).Seconds())
			return nil
		},
	}
}

func (a *app) serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "serve [ADDR]",
		Short: "serve the web reference",
		Long: `serve shows the web reference at an address, ` + onLoopback + ` unless one is given.
Pages are made when somebody asks. Short addresses lead on: /fetch, /53, /Fetch@17.`,
		Example: `  kscope serve 127.0.0.1:9000
  kscope serve 127.0.0.1:0 --release 3.9`,
		Args: words(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			script := a.engine(cmd.Context())
			s, err := a.site(script)
			if err != nil {
				return err
			}
			l, err := net.Listen("tcp", append(args, onLoopback)[0])
			if err != nil {
				return err
			}
			go script() // so that it is there when somebody asks
			return a.serve(cmd.Context(), l, s)
		},
	}
}

func (a *app) site(engine func() ([]byte, error)) (*site.Site, error) {
	c, err := a.codec()
	if err != nil {
		return nil, err
	}
	return site.New(c, site.Options{Engine: engine})
}

// engine gives what makes the playground's engine, once. That there is none is
// no error of the site: its pages show everything without.
func (a *app) engine(ctx context.Context) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) {
		script, err := engine.Script(ctx, func(what string) { a.note("%s", what) })
		if err != nil {
			a.note("%v: pages cannot decode and edit", err)
		}
		return script, err
	})
}

// serve answers until it is interrupted.
func (a *app) serve(ctx context.Context, l net.Listener, h http.Handler) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(a.out, "http://%s/\n", l.Addr())
	ended := context.AfterFunc(ctx, func() { server.Close() })
	defer ended()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
