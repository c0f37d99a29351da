package metrics

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Worker counts how the tasks that it works end. It looks them up in tasks.
func (m *Metrics) Worker(next ports.TaskWorker, tasks ports.Tasks) ports.TaskWorker {
	w := countedWorker{next: next, tasks: tasks, codes: &words{}, ended: register(m.registry, prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: prefix, Name: "tasks_total",
		Help: "Tasks that were worked, by outcome: completed, failed with the code of what is wrong with the file, or put_back to be tried again with the code of why.",
	}, []string{"outcome", "code"}))}
	w.ended.WithLabelValues(string(document.TaskCompleted), "")
	return w
}

type countedWorker struct {
	next  ports.TaskWorker
	tasks ports.Tasks
	ended *prometheus.CounterVec
	codes *words
}

func (w countedWorker) Work(ctx context.Context, taskID string) error {
	before, unknown := w.tasks.Get(ctx, taskID)
	err := w.next.Work(ctx, taskID)
	if err != nil {
		code := codeOf(err)
		if errors.As(err, &document.Postponed{}) {
			code = "postponed"
		}
		w.ended.WithLabelValues("put_back", w.codes.limit(code)).Inc()
		return err
	}
	if unknown != nil || before.Status.Ended() {
		return nil // there was nothing to do
	}
	if after, err := w.tasks.Get(ctx, taskID); err == nil && after.Status.Ended() {
		w.ended.WithLabelValues(string(after.Status), w.codes.limit(after.ErrorCode)).Inc()
	}
	return nil
}

// Backlog measures how many tasks have not ended and how old the first of them
// is.
func (m *Metrics) Backlog(tasks ports.Tasks, now func() time.Time) {
	m.registry.MustRegister(backlog{tasks, now})
}

type backlog struct {
	tasks ports.Tasks
	now   func() time.Time
}

var (
	waiting = prometheus.NewDesc(prefix+"_queue_tasks", "Tasks that have not ended, those in work included.", nil, nil)
	oldest  = prometheus.NewDesc(prefix+"_queue_oldest_task_age_seconds", "Time since the first unfinished task came in; 0 without one.", nil, nil)
)

// lookTimeout bounds what a scrape asks of the database.
const lookTimeout = 5 * time.Second

func (b backlog) Describe(to chan<- *prometheus.Desc) { to <- waiting; to <- oldest }

func (b backlog) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), lookTimeout)
	defer cancel()
	left, err := b.tasks.Backlog(ctx)
	if err != nil {
		to <- prometheus.NewInvalidMetric(waiting, err)
		return
	}
	var age float64
	if left.Tasks > 0 {
		age = max(0, b.now().Sub(left.Oldest).Seconds())
	}
	to <- prometheus.MustNewConstMetric(waiting, prometheus.GaugeValue, float64(left.Tasks))
	to <- prometheus.MustNewConstMetric(oldest, prometheus.GaugeValue, age)
}
