import { Loader, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTexts } from '../app/language.tsx';
import { Fault, PageTitle } from '../parts/basics.tsx';
import { InvoiceForm } from './new-invoice.tsx';
import { PaymentLinkForm } from './new-payment-link.tsx';
import { usePaymentLink } from './payment-link-form.tsx';

const route = getRouteApi('/shell/links/$link/edit');

/** Changes a payment link or an invoice, in the form that makes it. */
export function EditPaymentLinkPage() {
  const t = useTexts().paymentLinks;
  const { link: id } = route.useParams();
  const link = usePaymentLink(id);
  const origin = link.data && { link: link.data, isEdited: true };
  return (
    <Stack maw={origin?.link.kind === 'invoice' ? 760 : 620}>
      <Link to="/links/$link" params={{ link: id }}>
        ← {t.backToIt}
      </Link>
      <PageTitle>{t.edit}</PageTitle>
      {link.isPending && <Loader aria-label="…" />}
      <Fault error={link.error} />
      {origin?.link.kind === 'link' && <PaymentLinkForm key={id} origin={origin} />}
      {origin?.link.kind === 'invoice' && <InvoiceForm key={id} origin={origin} />}
    </Stack>
  );
}
