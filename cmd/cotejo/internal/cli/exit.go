package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/fault"
)

// Errors that end a command whose faults or warnings have been reported one by one.
var (
	ErrSomeFailed    = errors.New("some inputs failed")
	ErrSomeUnread    = errors.New("some documents need a review")
	ErrSheetsIgnored = errors.New("some sheets were not imported")
)

// Exit statuses that do not come from the kind of a fault.
const (
	exitOK            = 0
	exitSomeFailed    = 1
	exitUsage         = 2
	exitUnread        = 8
	exitSheetsIgnored = 9
	exitInterrupted   = 130 // 128 + SIGINT, as shells have it
)

// exitStatus is one way in which the program ends.
type exitStatus struct {
	code    int
	meaning string // Spanish
	kinds   []fault.Kind
}

// exitStatuses is all of them. Scripts rely on the numbers: they never change.
var exitStatuses = []exitStatus{
	{exitOK, "Todo bien.", nil},
	{exitSomeFailed, "Algún archivo o registro falló (los demás quedaron hechos), o el programa falló.", []fault.Kind{fault.Internal}},
	{exitUsage, "La orden, un valor o la configuración no sirven: no se hizo nada.", []fault.Kind{fault.Invalid}},
	{3, "No existe lo que se pidió.", []fault.Kind{fault.NotFound}},
	{4, "Falta el permiso para hacerlo.", []fault.Kind{fault.Unauthenticated, fault.Forbidden}},
	{5, "Choca con lo que ya hay, o lo tiene en uso otro programa.", []fault.Kind{fault.Conflict, fault.Stale, fault.RuleViolated, fault.Locked}},
	{6, "El contenido del archivo no sirve: dañado, demasiado grande o de otro tipo.", []fault.Kind{fault.Unprocessable, fault.TooLarge}},
	{7, "No se puede ahora; intente más tarde.", []fault.Kind{fault.Unavailable, fault.RateLimited, fault.Timeout}},
	{exitUnread, "Todo se hizo, pero algo no se leyó o no es seguro: revise los documentos que se nombran.", nil},
	{exitSheetsIgnored, "Lo demás se importó, pero no alguna hoja que tiene filas: está nombrada.", nil},
	{exitInterrupted, "Interrumpido (Ctrl-C); lo hecho hasta ahí queda hecho.", nil},
}

// exitCode is the status of a kind of fault.
func exitCode(kind fault.Kind) int {
	for _, s := range exitStatuses {
		if slices.Contains(s.kinds, kind) {
			return s.code
		}
	}
	return exitSomeFailed
}

// ExitCodes is the help page «cotejo help exit-codes».
func ExitCodes() *cobra.Command {
	var text strings.Builder
	text.WriteString("El programa termina con un estado que dice cómo le fue:\n\n")
	for _, s := range exitStatuses {
		fmt.Fprintf(&text, "  %3d  %s\n", s.code, s.meaning)
	}
	return &cobra.Command{
		Use:   "exit-codes",
		Short: "Los estados con los que termina el programa",
		Long:  text.String(),
	}
}

// Exit prints the error that command c ended with and returns the exit status.
func Exit(ctx context.Context, c *cobra.Command, err error) int {
	var (
		usage  spanish.UsageError
		faults config.Faults
	)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, ErrSomeFailed) && !errors.Is(err, context.Canceled):
		return exitSomeFailed
	case errors.Is(err, ErrSomeUnread) && !errors.Is(err, context.Canceled):
		return exitUnread
	case errors.Is(err, ErrSheetsIgnored):
		return exitSheetsIgnored
	case ctx.Err() != nil:
		Say(os.Stderr, "interrumpido")
		return exitInterrupted
	case errors.As(err, &usage):
		Say(os.Stderr, err.Error())
		fmt.Fprintf(os.Stderr, "Vea «%s --help».\n", c.CommandPath())
		return exitUsage
	case errors.As(err, &faults), errors.Is(err, ErrConfiguration):
		Say(os.Stderr, err.Error())
		return exitUsage
	}
	Say(os.Stderr, MessageOf(err))
	return exitCode(fault.KindOf(err))
}
