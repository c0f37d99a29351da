package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"syscall"

	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/smithy-go"

	"github.com/cotejo/cotejo/core/fault"
)

var errNotFound = fault.New(fault.NotFound, "original_not_found",
	"El archivo original no está disponible. Cárguelo de nuevo si lo necesita.")

// translate turns the errors of a file system into faults. Others, such
// as those of the reader that is being stored, keep their identity.
func translate(err error, doing string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return errNotFound
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fault.DiskFull(fmt.Errorf("%s: %w", doing, err))
	case errors.Is(err, syscall.EIO), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return unavailable(err, doing)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// translateObject turns the errors of a bucket into faults. A context that
// ended keeps its identity. That the bucket is not there says nothing about its
// objects.
func translateObject(err error, doing string) error {
	var api smithy.APIError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s: %w", doing, err)
	case errors.As(err, &api) && (api.ErrorCode() == "NoSuchKey" || api.ErrorCode() == "NotFound"):
		return errNotFound
	}
	return unavailable(err, doing)
}

// refused reports whether a store answered that it does not do what was asked:
// asking again will not help.
func refused(err error) bool {
	var answer *awshttp.ResponseError
	return errors.As(err, &answer) && answer.HTTPStatusCode() >= 400 && answer.HTTPStatusCode() < 500
}

// refusal explains, to the one who installs the service, why a store refused its bucket.
func refusal(err error) error {
	status := 0
	var answer *awshttp.ResponseError
	if errors.As(err, &answer) {
		status = answer.HTTPStatusCode()
	}
	switch status {
	case http.StatusNotFound:
		return fault.Wrap(err, fault.NotFound, "bucket_not_found",
			"El almacén no tiene ese bucket, o no lo muestra con esas claves. Créelo, o corrija su nombre o las claves.")
	case http.StatusUnauthorized, http.StatusForbidden:
		return fault.Wrap(err, fault.Forbidden, "bucket_forbidden", "El almacén no acepta las claves, o ellas no dejan usar el bucket.")
	}
	return fault.Wrap(err, fault.Invalid, "bucket_refused",
		fmt.Sprintf("El almacén rechazó el bucket (HTTP %d). Revise su dirección y su región.", status))
}

func unavailable(err error, doing string) error {
	return fault.Wrap(fmt.Errorf("%s: %w", doing, err), fault.Unavailable, "originals_unavailable",
		"El almacén de archivos originales no responde. Intente de nuevo en unos minutos.")
}
