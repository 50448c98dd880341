import { Alert, Button, FileButton, Group, NativeSelect, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { evidenceKinds } from '../../src/payments/charges/payment-processor.ts';
import { type Answer, call, Refusal, request } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { base64Of } from '../parts/base64.ts';
import { Act, Fault, Notice, submitting } from '../parts/basics.tsx';
import { offer } from '../parts/download.tsx';

type Dispute = Answer<'GET /dashboard/api/disputes/{dispute}'>;
type Evidence = Dispute['evidence'];
type Kind = Evidence['files'][number]['kind'];

const changes = ['dispute', 'disputes'];

/** What the merchant answers: written, collected, sent or handed in. */
export function EvidencePart({ dispute }: { dispute: Dispute }) {
  const t = useTexts().disputes.draft;
  const { may } = useHere();
  const { evidence } = dispute;
  const [notice, setNotice] = useState<string | null>(null);
  const isEmpty = evidence.text === '' && evidence.files.length === 0;
  if (!may('disputes.answer') || (isEmpty && !evidence.can_edit)) return null;
  return (
    <Stack>
      <Title order={2} size="h4">
        {t.title}
      </Title>
      <Standing dispute={dispute} />
      <Notice>{notice}</Notice>
      {evidence.can_edit ? (
        <Draft key={evidence.text} dispute={dispute} onDone={setNotice} />
      ) : (
        <Text className="lines">{evidence.text}</Text>
      )}
      <Files dispute={dispute} />
      <Group>
        {evidence.can_edit && !isEmpty && <Sending dispute={dispute} onDone={setNotice} />}
        {!isEmpty && <Package dispute={dispute} />}
      </Group>
    </Stack>
  );
}

/** Whether it is sent, and why not. */
function Standing({ dispute: { evidence, processor } }: { dispute: Dispute }) {
  const t = useTexts().disputes.draft;
  const { date } = useFormats();
  const { status, sent_at, sent_by, failure } = evidence;
  if (status === 'draft') return <Text>{evidence.can_send ? t.hint(processor) : t.hintElsewhere}</Text>;
  const when = sent_at === null ? '' : t.by(date(sent_at), sent_by ?? '');
  const known: Record<string, string> = t.failures;
  const why = status === 'refused' ? ` ${known[failure ?? ''] ?? t.failedWith(failure ?? '')}` : '';
  return (
    <Alert color={status === 'refused' ? 'red' : status === 'sending' ? 'yellow' : 'green'} variant="light">
      {t.standing[status](processor)}
      {why} {when}
    </Alert>
  );
}

function Draft({ dispute, onDone }: { dispute: Dispute; onDone(notice: string): void }) {
  const t = useTexts().disputes.draft;
  const { place } = useHere();
  const queries = useQueryClient();
  const [text, setText] = useState(dispute.evidence.text);
  const save = useMutation({
    mutationFn: () =>
      call('PUT /dashboard/api/disputes/{dispute}/evidence', {
        at: place.merchant_id,
        path: { dispute: dispute.id },
        body: { text },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['dispute'] });
      onDone(t.saved);
    },
  });
  return (
    <form onSubmit={submitting(() => save.mutate())}>
      <Stack align="start">
        <Textarea
          w="100%"
          label={t.text}
          description={t.textHint}
          autosize
          minRows={5}
          maxRows={20}
          maxLength={20_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Fault error={save.error} />
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={text === dispute.evidence.text}
        >
          {t.save}
        </Button>
      </Stack>
    </form>
  );
}

function Files({ dispute }: { dispute: Dispute }) {
  const t = useTexts().disputes.draft;
  const { count } = useFormats();
  const { place } = useHere();
  const queries = useQueryClient();
  const { evidence, id } = dispute;
  const { files } = evidence;
  const isFree = (each: Kind) => !files.some(({ kind: taken }) => taken === each);
  const [chosen, setChosen] = useState<Kind>('receipt');
  const kind = isFree(chosen) ? chosen : (evidenceKinds.find(isFree) ?? chosen);
  const given = { at: place.merchant_id, path: { dispute: id } };
  const refresh = () => queries.invalidateQueries({ queryKey: ['dispute'] });
  const add = useMutation({
    mutationFn: async (file: File) => {
      const used = files.reduce((sum, { bytes }) => sum + bytes, 0);
      if (file.size > evidence.max_file_bytes || used + file.size > evidence.max_bytes) throw tooLarge;
      const body = { kind, name: file.name.slice(-100), content: await base64Of(file) };
      return await call('POST /dashboard/api/disputes/{dispute}/evidence/files', { ...given, body });
    },
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (file: string) =>
      call('DELETE /dashboard/api/disputes/{dispute}/evidence/files/{file}', {
        at: place.merchant_id,
        path: { dispute: id, file },
      }),
    onSuccess: refresh,
  });
  return (
    <Stack>
      {files.map((file) => (
        <Group key={file.id} justify="space-between" wrap="nowrap">
          <Text className="wrap">
            {t.kinds[file.kind]}: {file.name}
            <Text span size="sm" c="dimmed">
              {' '}
              {t.size(count(Math.ceil(file.bytes / 1000)))}
            </Text>
          </Text>
          {evidence.can_edit && (
            <Button
              variant="subtle"
              size="xs"
              flex="none"
              aria-label={t.removeFile(file.name)}
              loading={remove.isPending && remove.variables === file.id}
              onClick={() => remove.mutate(file.id)}
            >
              {t.remove}
            </Button>
          )}
        </Group>
      ))}
      <Fault
        error={add.error ?? remove.error}
        words={{ validation_failed: t.fileRefused, body_too_large: t.tooLarge }}
      />
      {evidence.can_edit && evidenceKinds.some(isFree) && (
        <Group align="end">
          <NativeSelect
            label={t.kind}
            value={kind}
            data={evidenceKinds.filter(isFree).map((value) => ({ value, label: t.kinds[value] }))}
            onChange={({ currentTarget }) =>
              setChosen(evidenceKinds.find((each) => each === currentTarget.value) ?? 'other')
            }
          />
          <FileButton
            accept="application/pdf,image/png,image/jpeg"
            onChange={(file) => file && add.mutate(file)}
          >
            {(props) => (
              <Button variant="default" loading={add.isPending} {...props}>
                {t.addFile}
              </Button>
            )}
          </FileButton>
        </Group>
      )}
      {evidence.can_edit && <Text size="sm">{t.filesHint}</Text>}
    </Stack>
  );
}

const tooLarge = new Refusal(413, 'body_too_large', '');

function Sending({ dispute, onDone }: { dispute: Dispute; onDone(notice: string): void }) {
  const t = useTexts().disputes.draft;
  const { place } = useHere();
  const { id, processor, evidence } = dispute;
  const send = (way: 'processor' | 'handed_in') => () =>
    call('POST /dashboard/api/disputes/{dispute}/evidence/send', {
      at: place.merchant_id,
      path: { dispute: id },
      body: { way },
    });
  return (
    <>
      {evidence.can_send && (
        <Act
          label={t.send}
          title={t.sendTitle}
          changes={changes}
          send={send('processor')}
          onDone={() => onDone('')}
          isFinal
        >
          <Text>{t.sendHint(processor)}</Text>
        </Act>
      )}
      <Act
        label={t.handIn}
        title={t.handInTitle}
        changes={changes}
        send={send('handed_in')}
        onDone={() => onDone('')}
        isFinal
      >
        <Text>{t.handInHint}</Text>
      </Act>
    </>
  );
}

function Package({ dispute: { id } }: { dispute: Dispute }) {
  const t = useTexts().disputes.draft;
  const { place } = useHere();
  const file = useMutation({
    mutationFn: async () => {
      const given = { at: place.merchant_id, path: { dispute: id } };
      const response = await request('GET /dashboard/api/disputes/{dispute}/evidence.zip', given);
      offer(await response.blob(), `evidence-${id}.zip`);
    },
  });
  return (
    <>
      <Button variant="default" loading={file.isPending} onClick={() => file.mutate()}>
        {t.download}
      </Button>
      <Fault error={file.error} />
    </>
  );
}
