import { useSyncExternalStore } from 'react';
import { answer, intake } from '../api/client';
import { listen, type TaskEvent } from '../api/events';
import type { components } from '../api/intake';
import { isProblem } from '../api/problem';
import { upload } from '../api/upload';
import { documents, isImage } from './documents';

type Reading = Pick<TaskEvent, 'task_id' | 'status' | 'stage' | 'progress' | 'pages_done' | 'pages_total' | 'error' | 'error_code'>;

/** A document on its way: sent first, then read. */
export type Upload = {
  id: string;
  /** One file, or images that become one document. */
  files: File[];
  /** The name of the paper, if the file is a message or an archive that brought it. */
  part?: string;
  sent: number; // bytes
  state: 'waiting' | 'sending' | 'accepted' | 'refused' | 'empty' | 'known'; // of a message: without a paper, or here before
  /** Why it was refused; undefined when the connection broke. */
  problem?: string;
  reading?: Reading;
  /** Of the document that it has become. */
  documentID?: string;
};

export const sizeOf = (u: Upload): number => u.files.reduce((sum, f) => sum + f.size, 0);

const atOnce = 3;
const askEvery = 4000; // milliseconds

type Entry = Upload & { kind: string };

let entries: Entry[] = [];
let running = 0;
let stopListening: (() => void) | undefined;
const subscribers = new Set<() => void>();

function replace(next: Entry[]) {
  entries = next;
  for (const call of subscribers) call();
}

const change = (id: string, part: Partial<Entry>) => replace(entries.map((e) => (e.id === id ? { ...e, ...part } : e)));

function pump() {
  for (const entry of entries) {
    if (running >= atOnce) return;
    if (entry.state === 'waiting') void send(entry);
  }
}

async function send(entry: Entry) {
  running++;
  change(entry.id, { state: 'sending', sent: 0, problem: undefined });
  const form = new FormData();
  form.append('doc_type', entry.kind);
  for (const file of entry.files) form.append('files', file);
  const total = sizeOf(entry);
  try {
    const became = await submit(entry, form, {
      key: entry.id,
      onProgress: (sent) => change(entry.id, { sent: Math.min(sent, total) }),
    });
    const rows = became.map((b, i): Entry => ({ ...entry, id: i === 0 ? entry.id : crypto.randomUUID(), sent: total, ...b }));
    replace(entries.flatMap((e) => (e.id === entry.id ? rows : [e])));
    watch();
  } catch (error) {
    change(entry.id, { state: 'refused', problem: isProblem(error) ? error.message : undefined });
  } finally {
    running--;
    pump();
  }
}

type Task = Pick<Reading, 'task_id' | 'status'>;
type Became = Pick<Upload, 'state' | 'problem' | 'reading' | 'part'>;

const queued = ({ task_id, status }: Task): Became => ({
  state: 'accepted',
  reading: { task_id, status, stage: 'queued', progress: 0, pages_done: 0, pages_total: 0, error: null, error_code: null },
});

/** Sends an entry and tells what it became: a document, or those that a message or an archive brings and what cannot be read of it. */
async function submit(entry: Entry, form: FormData, options: Parameters<typeof upload>[2]): Promise<Became[]> {
  if (isImage(entry.files[0])) return [queued((await upload<{ data: Task }>('/api/v1/documents/images', form, options)).data)];
  const { data } = await upload<{ data: components['schemas']['SentFiles'] }>('/api/v1/documents/files', form, options);
  if (data.deliveries.length === 0) return data.accepted.map(queued);
  if (data.deliveries[0].known) return [{ state: 'known' }];
  const became = [
    ...data.accepted.map((a): Became => ({ ...queued(a), part: a.file_name })),
    ...data.refused.map((r): Became => ({ part: r.file_name, state: 'refused', problem: r.message })),
  ];
  return became.length > 0 ? became : [{ state: 'empty' }];
}

/** A message of which nothing is left to be read. */
export const isDone = (u: Upload): boolean => u.state === 'empty' || u.state === 'known';

export const ended = (u: Upload): boolean => u.state === 'refused' || isDone(u) || u.reading?.status === 'completed' || u.reading?.status === 'failed';

function take(task: Reading & { document_id?: string }) {
  const entry = entries.find((e) => e.reading?.task_id === task.task_id);
  if (entry) change(entry.id, { reading: task, documentID: task.status === 'completed' ? task.document_id : undefined });
}

// The server tells of each page. What it told before the answer to the upload
// arrived was of a task that nobody here knew: so it is asked, too, now and then.
function watch() {
  if (stopListening) return;
  const stop = listen({ task: take, stale: () => void ask() });
  const timer = window.setInterval(() => void ask(), askEvery);
  stopListening = () => {
    stop();
    window.clearInterval(timer);
    stopListening = undefined;
  };
}

async function ask() {
  if (entries.every(ended)) return stopListening?.();
  const open = new Set(entries.filter((e) => !ended(e)).map((e) => e.reading?.task_id));
  const { data } = await answer(intake.GET('/api/v1/tasks', { params: { query: { per_page: 100 } } }));
  for (const t of data ?? []) if (open.has(t.task_id)) take({ ...t, document_id: t.result?.id });
}

export function addFiles(files: Iterable<File>, kind: string) {
  replace([...entries, ...documents([...files]).map((files): Entry => ({ id: crypto.randomUUID(), files, kind, sent: 0, state: 'waiting' }))]);
  pump();
}

/** Has the server read a failed file again; with the password of a PDF that does not open without. */
export async function retryTask(task_id: string, password?: string) {
  const { data } = await answer(intake.POST('/api/v1/tasks/{task_id}/retry', { params: { path: { task_id } }, body: password ? { password } : undefined }));
  const entry = entries.find((e) => e.reading?.task_id === task_id);
  if (!entry?.reading) return;
  change(entry.id, { reading: { ...entry.reading, ...data, stage: 'queued', progress: 0, pages_done: 0, error: null, error_code: null } });
  watch();
}

/** Ends a submission that is not done; it may be retried. Administrators alone may. */
export const cancelTask = (task_id: string) => answer(intake.POST('/api/v1/tasks/{task_id}/cancel', { params: { path: { task_id } } }));

/** Sends a file again that was refused, or has the server read it again. */
export function retry(u: Upload) {
  if (u.reading) return void retryTask(u.reading.task_id);
  change(u.id, { state: 'waiting' });
  pump();
}

/** Takes what has ended off the list. */
export const clearEnded = () => replace(entries.filter((e) => !ended(e)));

export const stillSending = (): boolean => entries.some((e) => e.state === 'waiting' || e.state === 'sending');

export const useUploads = (): Upload[] =>
  useSyncExternalStore(
    (call) => {
      subscribers.add(call);
      return () => void subscribers.delete(call);
    },
    () => entries,
  );
