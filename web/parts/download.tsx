import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { byteOrderMark, csvRow } from '../../src/accounts/dashboard-kit/csv-row.ts';
import { Refusal, type Wanted } from '../app/api.ts';
import { useFormats, useLanguage } from '../app/language.tsx';
import { Fault, Notice } from './basics.tsx';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The progress of a download. */
interface Reached {
  rows: number;
  /** The share of the period that is done; rows come newest first. */
  share: number;
}

/** Downloads a list as a CSV file or as a workbook, with progress and a stop button. */
export function DownloadButton({ label, open }: { label?: string; open(wanted: Wanted): Promise<Response> }) {
  const { common } = useLanguage();
  const [reached, setReached] = useState<Reached>({ rows: 0, share: 0 });
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const download = useMutation({
    mutationFn: async (accept: string) => {
      const stop = new AbortController();
      stopping.current = stop;
      setReached({ rows: 0, share: 0 });
      try {
        return await save(await open({ accept, signal: stop.signal }), setReached);
      } catch (error) {
        if (stop.signal.aborted) return null;
        throw error instanceof Refusal ? error : new Refusal(0, 'cut', common.download.broken);
      }
    },
  });
  const name = label ?? common.download.start;
  const { count } = useFormats();
  const doneText = (rows: number): string =>
    rows > 0 ? common.download.done(count(rows)) : common.download.saved;
  return (
    <Stack gap={4}>
      {download.isPending ? (
        <Group gap="xs">
          <Progress value={reached.share * 100} w={120} aria-label={name} transitionDuration={0} />
          <Text size="sm" className="numbers" role="status">
            {reached.rows > 0 ? common.download.rows(count(reached.rows)) : ''}
          </Text>
          <Button variant="default" onClick={() => stopping.current?.abort()}>
            {common.download.stop}
          </Button>
        </Group>
      ) : (
        <Group gap="xs">
          <Button variant="default" onClick={() => download.mutate('text/csv')}>
            {name}
          </Button>
          <Button
            variant="default"
            aria-label={`${label ?? common.download.list}: Excel`}
            onClick={() => download.mutate(xlsxType)}
          >
            Excel
          </Button>
        </Group>
      )}
      <Fault error={download.error} />
      <Notice>{typeof download.data === 'number' ? doneText(download.data) : null}</Notice>
    </Stack>
  );
}

/** Chunks are collected up to this size, then turned into a Blob, which browsers can keep on disk. */
const givenAtBytes = 4_000_000;
const shownEveryMs = 200;
/** Each row begins with its timestamp. */
const rowTime = /\n(\d{4}-\d{2}-\d{2}T[\d:.]+Z)/g;

/** Returns the number of rows; 0: unknown. */
async function save(response: Response, onReached: (reached: Reached) => void): Promise<number> {
  const { headers } = response;
  const [from = 0, to = 0] = ['x-export-from', 'x-export-to'].map((name) =>
    Date.parse(headers.get(name) ?? ''),
  );
  const decoder = new TextDecoder();
  const type = headers.get('content-type') ?? '';
  const isText = type.startsWith('text/');
  let whole = new Blob([], { type });
  let kept: Uint8Array<ArrayBuffer>[] = [];
  let keptBytes = 0;
  let lines = 0;
  let oldest = to;
  let shownAt = 0;
  const give = (): void => {
    whole = new Blob([whole, ...kept], { type });
    kept = [];
    keptBytes = 0;
  };
  const reader = response.body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (!read?.value) break;
    kept.push(read.value);
    keptBytes += read.value.length;
    if (keptBytes > givenAtBytes) give();
    if (!isText) continue;
    const text = decoder.decode(read.value, { stream: true });
    lines += text.split('\r\n').length - 1;
    oldest = Date.parse([...text.matchAll(rowTime)].at(-1)?.[1] ?? '') || oldest;
    if (performance.now() - shownAt < shownEveryMs) continue;
    shownAt = performance.now();
    onReached({ rows: Math.max(0, lines - 1), share: Math.min(1, (to - oldest) / Math.max(1, to - from)) });
  }
  give();
  offer(whole, /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'list.csv');
  return Math.max(0, lines - 1);
}

/** Saves rows as CSV with a byte order mark, so that spreadsheets read accents. */
export function saveRows(name: string, rows: readonly (readonly (string | null)[])[]): void {
  const lines = rows.map((row) => csvRow(row.map((text) => ({ text: text ?? '', isForeign: true }))));
  offer(new Blob([byteOrderMark, ...lines], { type: 'text/csv' }), name);
}

/** Saves a short list that is already on the page. */
export function SaveButton({
  name,
  rows,
}: {
  /** Without extension. */
  name: string;
  /** The first row is the header. */
  rows: readonly (readonly (string | null)[])[];
}) {
  const { common } = useLanguage();
  return (
    <Button variant="default" onClick={() => saveRows(`${name}.csv`, rows)}>
      {common.download.start}
    </Button>
  );
}

/** Starts the browser's download. */
export function offer(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
