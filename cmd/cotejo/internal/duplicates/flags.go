package duplicates

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/adapters/extsort"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
)

// detection is the configuration that the flags ask for.
func (o *dedupOptions) detection() (dedup.Config, error) {
	d := dedup.DefaultConfig()
	if o.threshold != "" {
		v, err := strconv.ParseFloat(o.threshold, 64)
		if err != nil {
			return d, spanish.Usagef("--threshold %s: no es un número", o.threshold)
		}
		d.Thresholds = dedup.Thresholds{Tutela: v, Habeas: v, Default: v}
	}
	if o.weights != "" {
		parts := strings.Split(o.weights, ",")
		to := []*float64{&d.Weights.MinHash, &d.Weights.TFIDF, &d.Weights.Entity}
		if len(parts) != len(to) {
			return d, spanish.Usagef("--weights %s: deben ser tres números separados por comas, por ejemplo 0.3,0.3,0.4", o.weights)
		}
		for i, p := range parts {
			v, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
			if err != nil {
				return d, spanish.Usagef("--weights %s: «%s» no es un número", o.weights, p)
			}
			*to[i] = v
		}
	}
	if d.Validate() != nil {
		return d, spanish.Usagef("--threshold y --weights van de 0 a 1, y los tres pesos suman 1")
	}
	return d, nil
}

// openWork opens the folder for what memory cannot hold. Without --out there is
// no result to continue with, and the folder is a temporary one.
func (o *dedupOptions) openWork(memory int64) (room *extsort.Folder, temporary bool, err error) {
	path := o.work
	switch {
	case path != "":
	case o.out == "" || o.onlySigned:
		temporary = true
		if path, err = os.MkdirTemp("", "cotejo-dedup-"); err != nil {
			return nil, false, fmt.Errorf("no se pudo hacer una carpeta temporal: %w", err)
		}
	default:
		path = o.out + ".work"
	}
	room, err = extsort.Open(path, int(memory/8))
	if errors.Is(err, os.ErrExist) {
		return nil, false, spanish.Usagef("la carpeta de trabajo %s contiene otros archivos; indique otra con --work", path)
	}
	if errors.Is(err, extsort.ErrInUse) {
		return nil, false, fault.New(fault.Conflict, "work_in_use",
			fmt.Sprintf("Otra orden está usando la carpeta de trabajo %s; espere a que termine o indique otra con --work.", path))
	}
	if err != nil {
		return nil, false, fmt.Errorf("no se puede usar la carpeta de trabajo %s: %w", path, err)
	}
	return room, temporary, nil
}

// parseSize reads 512MB, 2GB, 2GiB or a number of bytes.
func parseSize(s string) (int64, error) {
	number := strings.TrimRight(strings.ToUpper(strings.TrimSpace(s)), "IB")
	shift := 0
	for i, unit := range []string{"K", "M", "G", "T"} {
		if strings.HasSuffix(number, unit) {
			number, shift = strings.TrimSpace(strings.TrimSuffix(number, unit)), 10*(i+1)
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if size := v * float64(int64(1)<<shift); err == nil && size >= leastMemory && size <= 1<<50 {
		return int64(size), nil
	}
	return 0, spanish.Usagef("--memory %s: debe ser un tamaño como 512MB o 2GB, al menos 128MB", s)
}

const leastMemory = 128 << 20
