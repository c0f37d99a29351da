import { address } from './client';

export type TaskEvent = {
  task_id: string;
  document_id: string;
  file_name: string;
  document_type: string;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  stage: 'queued' | 'reading' | 'extracting' | 'comparing';
  progress: number;
  pages_done: number;
  pages_total: number;
  error: string | null;
  error_code: string | null;
  created_by: string;
  created_at: string;
};
export type ChangeEvent = { document_ids: string[] };

/** What listeners are told: "stale" says that something may have happened untold. */
type Told = { task: TaskEvent; documents: ChangeEvent; pairs: ChangeEvent; stale: undefined };
type Listener = { [K in keyof Told]?: (data: Told[K]) => void };

const pollEvery = 3000;
const reconnectAfter = 20_000;

const listeners = new Set<Listener>();
let source: EventSource | undefined;
let connected = false;
let timer = 0;
let opened = 0;

function tell<K extends keyof Told>(kind: K, data: Told[K]) {
  for (const l of listeners) l[kind]?.(data);
}

function open() {
  source?.close();
  opened = Date.now();
  source = new EventSource(address('/api/v1/events'));
  source.addEventListener('ready', () => {
    connected = true;
    tell('stale', undefined); // of the time before
  });
  source.addEventListener('error', () => void (connected = false));
  for (const kind of ['task', 'documents', 'pairs'] as const)
    source.addEventListener(kind, (e) => tell(kind, JSON.parse(e.data as string) as Told[typeof kind]));
}

// Where no stream comes through, as behind some proxies, listeners ask themselves.
function beat() {
  if (connected) return;
  if (document.visibilityState === 'visible') tell('stale', undefined);
  if (Date.now() - opened > reconnectAfter) open();
}

/** Tells what happens on the server until the returned function is called. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    open();
    timer = window.setInterval(beat, pollEvery);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    source?.close();
    source = undefined;
    connected = false;
    window.clearInterval(timer);
  };
}
