import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onChange } from '../app/live.ts';

interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

/** Keeps a list up to date by its first page alone: whoever has read ten pages does not read them all again. */
export function useFreshFirstPage<Row, Read extends Page<Row>>(
  key: QueryKey,
  read: () => Promise<Read>,
  everyMs: () => number,
): void {
  const queries = useQueryClient();
  const latest = useRef({ key, read, everyMs });
  latest.current = { key, read, everyMs };
  useEffect(() => {
    const refresh = async (): Promise<void> => {
      const { key: queryKey, read: readFirst } = latest.current;
      try {
        const fresh = await readFirst();
        queries.setQueryData<InfiniteData<Read>>(queryKey, (old) => old && withFirstPage(old, fresh));
      } catch {
        // What is shown stays, and the next refresh tries again.
      }
    };
    let timer = 0;
    const wait = (): void => {
      timer = window.setTimeout(async () => {
        if (!document.hidden) await refresh();
        if (timer !== 0) wait();
      }, latest.current.everyMs());
    };
    wait();
    const forget = onChange(refresh);
    return () => {
      window.clearTimeout(timer);
      timer = 0;
      forget();
    };
  }, [queries]);
}

/**
 * The list with a fresh first page: it replaces the old rows down to the last one that both have, and the older ones
 * follow. If they have none in common, the list begins anew.
 */
export function withFirstPage<Row, Read extends Page<Row>>(
  old: InfiniteData<Read>,
  fresh: Read,
): InfiniteData<Read> {
  const alone = { pages: [fresh], pageParams: old.pageParams.slice(0, 1) };
  if (fresh.next_cursor === null || old.pages.length < 2) return alone;
  const names = new Set(fresh.rows.map(nameOf));
  const at = old.pages.findLastIndex(({ rows }) => rows.some((row) => names.has(nameOf(row))));
  const page = old.pages[at];
  if (!page) return alone;
  const lastKnown = page.rows.findLastIndex((row) => names.has(nameOf(row)));
  const merged = {
    ...fresh,
    rows: [...fresh.rows, ...page.rows.slice(lastKnown + 1)],
    next_cursor: page.next_cursor,
  };
  return {
    pages: [merged, ...old.pages.slice(at + 1)],
    pageParams: [...old.pageParams.slice(0, 1), ...old.pageParams.slice(at + 1)],
  };
}

function nameOf(row: unknown): unknown {
  const { id, reference, key } = row as { id?: unknown; reference?: unknown; key?: unknown };
  return id ?? reference ?? key ?? JSON.stringify(row);
}
