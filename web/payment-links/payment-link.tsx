import { Button, Group, Loader, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { adjustmentText } from '../../src/commerce/payment-links/adjustment-text.ts';
import { type Answer, call, Refusal, request } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Act, Facts, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { DownloadButton, offer } from '../parts/download.tsx';
import { type Column, ListView, useList } from '../parts/list.tsx';
import { methodName } from '../parts/method-name.ts';
import { PaymentBadge } from '../payments/payment-badge.tsx';
import { PaymentLinkBadge } from './payment-links.tsx';
import { SharePaymentLink } from './share-payment-link.tsx';

const route = getRouteApi('/shell/links/$link');

type PaymentLink = Answer<'GET /api/payment-links/{link}'>;
type Payer = Answer<'GET /api/payment-links/{link}/payments'>['payments'][number];

export function PaymentLinkPage() {
  const t = useTexts().paymentLinks;
  const { place } = useHere();
  const { link: id } = route.useParams();
  const { hash } = useLocation();
  const [notice, setNotice] = useState<string | null>(null);
  const link = useQuery({
    queryKey: ['link', place.merchant_id, id],
    queryFn: () => call('GET /api/payment-links/{link}', { at: place.merchant_id, path: { link: id } }),
    refetchInterval: refreshMs,
  });
  const isMissing = link.error instanceof Refusal && link.error.status === 404;
  const made = link.data?.kind === 'invoice' ? t.detail.madeInvoice : t.detail.madeLink;
  return (
    <Stack maw={760}>
      <Link to="/links">← {t.back}</Link>
      {link.isPending && <Loader aria-label="…" />}
      {isMissing ? <Text>{t.missing}</Text> : <Fault error={link.error} />}
      <Notice>
        {notice ?? (link.data ? ({ new: made, changed: t.detail.changed }[hash] ?? null) : null)}
      </Notice>
      {link.data && <Detail link={link.data} onDone={setNotice} />}
    </Stack>
  );
}

function Detail({ link, onDone }: { link: PaymentLink; onDone(notice: string): void }) {
  const t = useTexts().paymentLinks;
  const methods = useTexts().payments.methods;
  const { count, date, longDay, money } = useFormats();
  const { may } = useHere();
  return (
    <>
      <Group justify="space-between">
        <PageTitle>{link.title}</PageTitle>
        <PaymentLinkBadge link={link} />
      </Group>
      <SharePaymentLink link={link} />
      <Stack className="no-print">
        <Facts
          of={[
            [t.columns.kind, t.kind[link.kind]],
            [t.columns.number, link.number],
            [t.columns.amount, link.amount === null ? t.openAmount : money(link.amount, link.currency)],
            [t.detail.bounds, useBounds(link)],
            [t.detail.parts, link.partial_payments && <PaidSoFar key="parts" link={link} />],
            [
              t.detail.quantity,
              link.max_quantity && t.detail.between(String(link.min_quantity), count(link.max_quantity)),
            ],
            [
              t.detail.stock,
              link.stock === null
                ? null
                : t.detail.units(
                    count(Math.max(0, link.stock - link.sold - link.reserved)),
                    count(link.sold),
                    count(link.reserved),
                  ),
            ],
            [t.columns.customer, link.customer_name && `${link.customer_name}, ${link.customer_email}`],
            [t.detail.due, link.due_on && longDay(link.due_on)],
            [t.detail.methods, link.methods.map((method) => methodName(method, methods)).join(', ')],
            [t.detail.times, link.kind === 'link' ? (link.once ? t.form.once : t.form.many) : null],
            [t.detail.expires, link.expires_at && date(link.expires_at)],
            [t.columns.made, date(link.created_at)],
            [t.detail.madeBy, link.created_by],
          ]}
        />
        <Group>
          {link.kind === 'invoice' && <InvoiceFile link={link} />}
          {may('links.manage') && <Acts link={link} onDone={onDone} />}
        </Group>
        {link.lines.length > 0 && <Lines link={link} />}
        <Title order={2} size="h4">
          {t.detail.paid}
        </Title>
        <Payers link={link} />
        {link.mailings.length > 0 && <Mailings link={link} />}
      </Stack>
    </>
  );
}

/** How much of an invoice is paid, as a bar and in words. */
function PaidSoFar({ link }: { link: PaymentLink }) {
  const t = useTexts().paymentLinks;
  const { money } = useFormats();
  const write = (amount: string | null) => money(amount ?? '0', link.currency);
  // Of a bar's width, a number is exact enough.
  const [paid, total] = [Number(link.paid), Number(link.amount)];
  if (paid === 0 && Number(link.being_paid) === 0) return t.detail.partsAllowed;
  return (
    <Stack gap={4}>
      <span>
        {t.detail.paidOf(write(link.paid), write(link.amount))}
        {Number(link.left) > 0 && ` · ${t.left(write(link.left))}`}
      </span>
      <Progress
        value={Math.min(100, (paid / total) * 100)}
        aria-label={t.detail.paidOf(write(link.paid), write(link.amount))}
      />
      {Number(link.being_paid) > 0 && (
        <Text size="sm">
          {t.detail.beingPaid}: {write(link.being_paid)}
        </Text>
      )}
      {Number(link.went_back) > 0 && <Text size="sm">{t.detail.wentBack(write(link.went_back))}</Text>}
    </Stack>
  );
}

function InvoiceFile({ link }: { link: PaymentLink }) {
  const t = useTexts().paymentLinks;
  const { place } = useHere();
  const pdf = useMutation({
    mutationFn: async () => {
      const given = { at: place.merchant_id, path: { link: link.id } };
      const response = await request('GET /dashboard/api/payment-links/{link}/pdf', given);
      offer(await response.blob(), `${link.number.replaceAll(/[^\w.-]+/g, '-')}.pdf`);
    },
  });
  return (
    <>
      <Button variant="default" loading={pdf.isPending} onClick={() => pdf.mutate()}>
        {t.detail.pdf}
      </Button>
      <Fault error={pdf.error} />
    </>
  );
}

function useBounds({ min_amount, max_amount, currency }: PaymentLink): string | null {
  const t = useTexts().paymentLinks;
  const { money } = useFormats();
  const min = min_amount && money(min_amount, currency);
  const max = max_amount && money(max_amount, currency);
  if (min && max) return t.detail.between(min, max);
  if (min) return t.detail.from(min);
  return max && t.detail.to(max);
}

function Acts({ link, onDone }: { link: PaymentLink; onDone(notice: string): void }) {
  const t = useTexts().paymentLinks;
  const { place } = useHere();
  const words = { link_not_open: t.detail.notNow };
  const given = { at: place.merchant_id, path: { link: link.id } };
  const shared = { changes: ['link', 'links'], words };
  const copy = link.kind === 'invoice' ? '/links/new-invoice' : '/links/new';
  return (
    <>
      {link.state !== 'paid' && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/links/$link/edit" params={{ link: link.id }} {...props} />}
        >
          {t.detail.edit}
        </Button>
      )}
      <Button
        variant="default"
        renderRoot={(props) => <Link to={copy} search={{ from: link.id }} {...props} />}
      >
        {t.detail.duplicate}
      </Button>
      {(link.state === 'open' || link.state === 'partly_paid') && link.kind === 'invoice' && (
        <Act
          label={t.detail.remind}
          title={t.detail.remindTitle}
          send={() => call('POST /api/payment-links/{link}/reminders', given)}
          onDone={() => onDone(t.detail.reminded)}
          {...shared}
        >
          <Text>{t.detail.remindHint(link.customer_email ?? '')}</Text>
        </Act>
      )}
      {(link.state === 'open' || link.state === 'partly_paid' || link.state === 'sold_out') && (
        <Act
          label={t.detail.close}
          title={t.detail.closeTitle}
          send={() => call('POST /api/payment-links/{link}/close', given)}
          onDone={() => onDone(t.detail.closed)}
          {...shared}
        >
          <Text>{t.detail.closeHint}</Text>
        </Act>
      )}
      {(link.state === 'closed' || link.state === 'paid' || Number(link.went_back) > 0) && (
        <Act
          label={t.detail.reopen}
          title={t.detail.reopenTitle}
          send={() => call('POST /api/payment-links/{link}/reopen', given)}
          onDone={() => onDone(t.detail.reopened)}
          {...shared}
        >
          <Text>{t.detail.reopenHint}</Text>
        </Act>
      )}
    </>
  );
}

function Lines({ link }: { link: PaymentLink }) {
  const t = useTexts().paymentLinks;
  const { locale, money, number } = useFormats();
  return (
    <>
      <Title order={2} size="h4">
        {t.detail.items}
      </Title>
      <Table>
        <Table.Tbody>
          {link.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other key
            <Table.Tr key={at}>
              <Table.Td className="wrap">
                {line.text}
                <Text size="sm">
                  {number(line.quantity)} × {money(line.price, link.currency)}
                </Text>
              </Table.Td>
              <Table.Td ta="right" className="numbers">
                {money(line.total, link.currency)}
              </Table.Td>
            </Table.Tr>
          ))}
          {link.adjustments.length > 0 && link.subtotal !== null && (
            <SumRow name={t.detail.subtotal} total={money(link.subtotal, link.currency)} />
          )}
          {link.adjustments.map((each, at) => (
            <SumRow
              // biome-ignore lint/suspicious/noArrayIndexKey: discounts and taxes have no other key
              key={at}
              name={adjustmentText(
                { kind: each.kind, name: each.name, ...(each.percent !== null && { percent: each.percent }) },
                locale,
              )}
              total={money(each.total, link.currency)}
            />
          ))}
          {link.adjustments.length > 0 && link.amount !== null && (
            <SumRow name={t.form.total} total={money(link.amount, link.currency)} />
          )}
        </Table.Tbody>
      </Table>
    </>
  );
}

function SumRow({ name, total }: { name: string; total: string }) {
  return (
    <Table.Tr>
      <Table.Td className="wrap">{name}</Table.Td>
      <Table.Td ta="right" className="numbers">
        {total}
      </Table.Td>
    </Table.Tr>
  );
}

function Payers({ link }: { link: PaymentLink }) {
  const t = useTexts().paymentLinks;
  const p = useTexts().payments;
  const { count, date, money } = useFormats();
  const { place } = useHere();
  const list = useList(['link-payments', place.merchant_id, link.id], async (cursor) => {
    const { payments, next_cursor } = await call('GET /api/payment-links/{link}/payments', {
      at: place.merchant_id,
      path: { link: link.id },
      query: { cursor },
    });
    return { rows: payments, next_cursor };
  });
  const columns: Column<Payer>[] = [
    { title: p.payments.customer, show: ({ email }) => email },
    { title: p.payments.status, show: ({ state, status }) => <PaymentBadge state={state} status={status} /> },
    ...(link.max_quantity === null
      ? []
      : [{ title: t.form.quantity, show: ({ quantity }: Payer) => count(quantity), isNumber: true }]),
    { title: p.payments.amount, show: ({ amount, currency }) => money(amount, currency), isNumber: true },
    { title: p.payments.method, show: ({ method }) => methodName(method, p.methods) },
    { title: p.payments.date, show: ({ created_at }) => date(created_at) },
  ];
  const shared = { at: place.merchant_id, path: { link: link.id } };
  return (
    <>
      <ListView
        list={list}
        none={t.detail.nobody}
        columns={columns}
        keyOf={({ id }) => id}
        link={({ id }, content, className) => (
          <Link to="/payments/$payment" params={{ payment: id }} className={className}>
            {content}
          </Link>
        )}
      />
      {list.rows.length > 0 && (
        <Group>
          <DownloadButton
            open={(wanted) => request('GET /dashboard/api/payment-links/{link}/payments.csv', shared, wanted)}
          />
        </Group>
      )}
    </>
  );
}

function Mailings({ link }: { link: PaymentLink }) {
  const t = useTexts().paymentLinks;
  const { date } = useFormats();
  return (
    <>
      <Title order={2} size="h4">
        {t.detail.mails}
      </Title>
      {link.mailings.map(({ kind, at, status }) => (
        <Group key={at} justify="space-between">
          <Text>
            {t.detail.mail[kind]}: {t.detail.mailStatus[status]}
          </Text>
          <Text size="sm">{date(at)}</Text>
        </Group>
      ))}
      {link.remind_at && link.state === 'open' && (
        <Text size="sm">{t.detail.nextReminder(date(link.remind_at))}</Text>
      )}
    </>
  );
}
