import { Alert, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Act, Facts, Fault } from '../parts/basics.tsx';

type Payment = Answer<'GET /dashboard/api/payments/{payment}'>;
type BankRefund = Payment['bank_refunds'][number];

interface Props {
  payment: Payment;
  refund: BankRefund;
  onDone(notice: string): void;
}

/** A refund that the merchant transfers itself, to the account that the customer names. */
export function BankRefundWaits({ payment, refund, onDone }: Props) {
  const t = useTexts().payments.bankRefund;
  const { money, date } = useFormats();
  const { may } = useHere();
  const sum = money(refund.amount, refund.currency);
  const isGiven = refund.status === 'given';
  return (
    <Alert color="orange" variant="light">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {isGiven ? t.transfer(sum) : t.waits(sum)}
        </Title>
        <Text className="wrap">
          {isGiven ? t.transferHint : t.waitsHint(refund.email, date(refund.asked_at))}
        </Text>
        {may('payments.refund') && (
          <>
            {isGiven && <Details payment={payment} refund={refund} />}
            <Group>
              <Paid payment={payment} refund={refund} onDone={onDone} />
              <AskAgain payment={payment} refund={refund} onDone={onDone} />
              <Withdraw payment={payment} refund={refund} onDone={onDone} />
            </Group>
          </>
        )}
      </Stack>
    </Alert>
  );
}

function Details({ payment, refund }: Omit<Props, 'onDone'>) {
  const t = useTexts().payments.bankRefund;
  const { place } = useHere();
  const details = useQuery({
    queryKey: ['payment', place.merchant_id, payment.id, 'bank-details', refund.id, refund.account],
    queryFn: () =>
      call('GET /api/transactions/{reference}/refunds/{refund}/bank-details', {
        at: place.merchant_id,
        path: { reference: payment.id, refund: refund.id },
      }),
  });
  return (
    <>
      <Fault error={details.error} />
      <Facts
        of={(details.data?.details ?? []).map(({ field, value }) => [
          t.fields[field],
          field === 'account_kind' ? (t.kinds[value as keyof typeof t.kinds] ?? value) : value,
        ])}
      />
    </>
  );
}

function Paid({ payment, refund, onDone }: Props) {
  const t = useTexts().payments.bankRefund;
  const { money } = useFormats();
  const { place } = useHere();
  const form = useForm({ initialValues: { reference: '' } });
  return (
    <Act
      label={t.paid}
      title={t.paidTitle(money(refund.amount, refund.currency))}
      isFinal
      form={form}
      send={() =>
        call('POST /api/transactions/{reference}/refunds/{refund}/paid', {
          at: place.merchant_id,
          path: { reference: payment.id, refund: refund.id },
          body: form.getValues(),
        })
      }
      changes={['payment']}
      onDone={() => onDone(t.paidDone)}
    >
      <Text>{t.paidHint}</Text>
      <TextInput
        label={t.reference}
        description={t.referenceHint}
        required
        maxLength={100}
        {...form.getInputProps('reference')}
      />
    </Act>
  );
}

function AskAgain({ payment, refund, onDone }: Props) {
  const t = useTexts().payments.bankRefund;
  const { place } = useHere();
  return (
    <Act
      label={t.again}
      title={t.againTitle}
      send={() =>
        call('POST /api/transactions/{reference}/refunds/{refund}/ask-again', {
          at: place.merchant_id,
          path: { reference: payment.id, refund: refund.id },
        })
      }
      changes={['payment']}
      onDone={() => onDone(t.againDone)}
    >
      <Text className="wrap">{t.againHint(refund.email)}</Text>
    </Act>
  );
}

function Withdraw({ payment, refund, onDone }: Props) {
  const t = useTexts().payments.bankRefund;
  const { place } = useHere();
  return (
    <Act
      label={t.withdraw}
      title={t.withdrawTitle}
      send={() =>
        call('POST /api/transactions/{reference}/refunds/{refund}/withdraw', {
          at: place.merchant_id,
          path: { reference: payment.id, refund: refund.id },
        })
      }
      changes={['payment']}
      onDone={() => onDone(t.withdrawDone)}
    >
      <Text>{t.withdrawHint}</Text>
    </Act>
  );
}
