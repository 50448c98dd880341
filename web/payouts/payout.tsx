import { Group, Loader, Stack, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Answer, call, Refusal } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Act, Facts, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { History } from '../parts/history.tsx';
import { StrongAct } from '../parts/strong-act.tsx';
import { ClaimLink } from './claim-link.tsx';
import { PayoutBadge } from './payout-badge.tsx';

const route = getRouteApi('/shell/payouts/$payout');

type Payout = Answer<'GET /dashboard/api/payouts/{payout}'>;

export function PayoutPage() {
  const t = useTexts().payouts;
  const { place } = useHere();
  const { payout: id } = route.useParams();
  const [notice, setNotice] = useState<string | null>(null);
  const payout = useQuery({
    queryKey: ['payout', place.merchant_id, id],
    queryFn: () =>
      call('GET /dashboard/api/payouts/{payout}', { at: place.merchant_id, path: { payout: id } }),
    refetchInterval: refreshMs,
  });
  const isMissing = payout.error instanceof Refusal && payout.error.status === 404;
  return (
    <Stack maw={760}>
      <Link to="/payouts">← {t.detail.back}</Link>
      {payout.isPending && <Loader aria-label="…" />}
      {isMissing ? <Text>{t.detail.missing}</Text> : <Fault error={payout.error} />}
      <Notice>{notice}</Notice>
      {payout.data && <Detail payout={payout.data} onDone={setNotice} />}
    </Stack>
  );
}

function Detail({ payout, onDone }: { payout: Payout; onDone(notice: string): void }) {
  const { payouts: t, developers } = useTexts();
  const { date, money } = useFormats();
  const [url, setUrl] = useState<string | null>(null);
  const { waiting, failure } = payout;
  const facts: [string, ReactNode][] = [
    [t.list.recipient, payout.email],
    [t.detail.gets, `${payout.crypto_amount} ${payout.asset}`],
    [t.detail.fee, Number(payout.fee) > 0 ? `${payout.fee} ${payout.asset}` : null],
    [t.detail.wallet, payout.wallet && `${payout.wallet} (${payout.network})`],
    [t.detail.why, failure && (t.failures[failure] ?? failure)],
    [t.detail.waits, waiting && t.waits[waiting]],
    [t.detail.opensUntil, payout.state === 'collecting' ? date(payout.opens_until) : null],
    [t.list.reference, payout.reference],
    [t.detail.description, payout.description],
    [t.detail.madeBy, makerText(payout, t.detail.byKey)],
    [t.list.date, date(payout.created_at)],
    [t.detail.number, payout.id],
  ];
  return (
    <>
      <Group justify="space-between">
        <PageTitle>{money(payout.amount, 'USD')}</PageTitle>
        <PayoutBadge state={payout.state} />
      </Group>
      {payout.kind === 'refund' && <Text>{t.detail.refund}</Text>}
      <Facts of={facts} />
      {payout.approvals_needed > 0 && <Approvals payout={payout} />}
      {payout.state === 'review' && <Review payout={payout} onDone={onDone} />}
      {url && <ClaimLink url={url} />}
      <Group>
        <Makers payout={payout} onDone={onDone} onLink={setUrl} />
      </Group>
      <Title order={2} size="h4">
        {t.detail.history}
      </Title>
      <History
        timeline={payout.timeline}
        titles={t.history}
        wordsOf={({ kind, outcome }) =>
          kind === 'created'
            ? null
            : kind === 'delivery'
              ? developers.causes[outcome]
              : (t.outcomes[outcome] ?? t.failures[outcome])
        }
        lookOf={() => t.detail.look}
      />
    </>
  );
}

function Approvals({ payout }: { payout: Payout }) {
  const t = useTexts().payouts;
  const { date } = useFormats();
  const given = payout.approvals.filter(({ counts }) => counts).length;
  return (
    <div>
      <Title order={2} size="h4">
        {t.detail.approvals}: {t.detail.approvalsOf(given, payout.approvals_needed)}
      </Title>
      {payout.approvals.map(({ person, at, counts }) => (
        <Text key={person} size="sm" className="wrap">
          {person}, {date(at)}
          {!counts && ` (${t.detail.oldName})`}
        </Text>
      ))}
    </div>
  );
}

/** The decisions this person can take, or why they cannot. */
function Review({ payout, onDone }: { payout: Payout; onDone(notice: string): void }) {
  const t = useTexts().payouts;
  const { me, may } = useHere();
  if (!may('payouts.approve')) return null;
  const isMine = payout.made_by === me.person.email;
  const hint = isMine ? t.detail.ownOne : payout.can_approve ? null : t.detail.approvedByYou;
  return (
    <Stack gap="sm">
      {hint && <Text>{hint}</Text>}
      <Group>
        {payout.can_approve && <Approve payout={payout} onDone={onDone} />}
        <Noted
          operation="POST /dashboard/api/payouts/{payout}/rejection"
          payout={payout}
          texts={[t.detail.reject, t.detail.rejectTitle, t.detail.rejectHint]}
          onDone={() => onDone(t.detail.rejected)}
        />
      </Group>
    </Stack>
  );
}

function Approve({ payout, onDone }: { payout: Payout; onDone(notice: string): void }) {
  const t = useTexts().payouts;
  const { money } = useFormats();
  const { place } = useHere();
  const hint = t.detail.approveHint(money(payout.amount, 'USD'), payout.email);
  return (
    <StrongAct
      label={t.detail.approve}
      title={t.detail.approveTitle}
      send={() =>
        call('POST /dashboard/api/payouts/{payout}/approval', {
          at: place.merchant_id,
          path: { payout: payout.id },
          body: {},
          shows: hint,
        })
      }
      changes={['payout', 'payouts']}
      onDone={() => onDone(t.detail.approved)}
    >
      <Text className="wrap">{hint}</Text>
    </StrongAct>
  );
}

/** An act that asks for a reason. */
function Noted({
  operation,
  payout,
  texts: [label, title, hint],
  onDone,
}: {
  operation: 'POST /dashboard/api/payouts/{payout}/rejection' | 'POST /dashboard/api/payouts/{payout}/cancel';
  payout: Payout;
  texts: [string, string, string];
  onDone(): void;
}) {
  const t = useTexts().payouts;
  const { place } = useHere();
  const form = useForm({ initialValues: { note: '' } });
  return (
    <Act
      label={label}
      title={title}
      form={form}
      send={() => call(operation, { at: place.merchant_id, path: { payout: payout.id }, body: form.values })}
      changes={['payout', 'payouts']}
      onDone={onDone}
    >
      <Text>{hint}</Text>
      <Textarea label={t.detail.note} required maxLength={500} {...form.getInputProps('note')} />
    </Act>
  );
}

/** What the payout's maker can still change. */
function Makers({
  payout,
  onDone,
  onLink,
}: {
  payout: Payout;
  onDone(notice: string): void;
  onLink(url: string): void;
}) {
  const t = useTexts().payouts;
  const { place, may } = useHere();
  if (!may('payouts.make')) return null;
  const named = { at: place.merchant_id, path: { payout: payout.id } };
  return (
    <>
      {payout.can_reissue && (
        <Act
          label={t.detail.newClaimLink}
          title={t.detail.newClaimLinkTitle}
          send={async () =>
            onLink((await call('POST /dashboard/api/payouts/{payout}/link', { ...named, body: {} })).url)
          }
          changes={['payout']}
          onDone={() => {}}
        >
          <Text>{t.detail.newClaimLinkHint}</Text>
        </Act>
      )}
      {payout.can_cancel && (
        <Noted
          operation="POST /dashboard/api/payouts/{payout}/cancel"
          payout={payout}
          texts={[t.detail.cancel, t.detail.cancelTitle, t.detail.cancelHint]}
          onDone={() => onDone(t.detail.canceled)}
        />
      )}
    </>
  );
}

/** A key acts for the person who made it; both are named. */
function makerText({ made_by, made_by_key }: Payout, byKey: string): string {
  if (made_by_key === null) return made_by ?? byKey;
  const key = `${byKey} psk_${made_by_key}_…`;
  return made_by === null ? key : `${key} (${made_by})`;
}
