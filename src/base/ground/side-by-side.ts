/**
 * Runs `work` for each item, at most `limit` at a time, started in order. After a failure no more are started; the
 * failure is thrown when the started ones have ended.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failure: { error: unknown } | null = null;
  async function lane(): Promise<void> {
    while (next < items.length && !failure) {
      const item = items[next++] as Item;
      try {
        await work(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  if (failure) throw (failure as { error: unknown }).error;
}
