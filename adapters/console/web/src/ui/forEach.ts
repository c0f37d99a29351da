const atOnce = 3;

export type Outcome<T> = { done: T[]; failed: { item: T; error: unknown }[] };

/** Does one thing for each item, a few at once; what fails keeps nothing else from being done. */
export async function forEach<T>(items: T[], work: (item: T) => Promise<unknown>, onProgress: (n: number) => void): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failed: [] };
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const item = items[next++];
      try {
        await work(item);
        outcome.done.push(item);
      } catch (error) {
        outcome.failed.push({ item, error });
      }
      onProgress(outcome.done.length + outcome.failed.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcome;
}
