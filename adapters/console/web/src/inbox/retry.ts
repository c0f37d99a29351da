import { answer, intake } from '../api/client';
import { forEach, type Outcome } from '../ui/forEach';
import { needsPassword } from './PasswordRetry';
import { retryTask } from './uploads';
import type { Task } from './views';

const perPage = 100;

/** Whether a submission may succeed as it is: one that lacks its password may not. */
export const mayRetry = (t: Task): boolean => t.status === 'failed' && !needsPassword(t.error_code);

/** Has the server read all failed submissions again, of all pages of the list, which is read first: it shrinks meanwhile. */
export async function retryAll(): Promise<Outcome<Task>> {
  const tasks: Task[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, meta } = await answer(intake.GET('/api/v1/tasks', { params: { query: { status: 'failed', page, per_page: perPage } } }));
    tasks.push(...(data ?? []).filter(mayRetry));
    pages = meta.total_pages;
  }
  return forEach(
    tasks,
    (t) => retryTask(t.task_id),
    () => {},
  );
}
