import { Anchor, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconPrinter, IconShare } from '@tabler/icons-react';
import { renderSVG } from 'uqr';
import type { Answer } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';

/**
 * The link's URL and QR code, to hand to customers: by the phone's own share sheet where there is one, by WhatsApp,
 * copied, or printed for the counter.
 */
export function SharePaymentLink({ link }: { link: Answer<'GET /api/payment-links/{link}'> }) {
  const t = useTexts().paymentLinks;
  const { amount } = useFormats();
  const image = `data:image/svg+xml,${encodeURIComponent(renderSVG(link.url, { border: 2 }))}`;
  const sum = link.amount === null ? null : amount(link.amount, link.currency);
  const text = [link.title, sum].filter(Boolean).join(', ');
  const isOpen = link.state === 'open';
  const share = (): void => {
    // Whoever closes the share sheet has decided; there is nothing to tell.
    navigator.share({ title: link.title, text, url: link.url }).catch(() => undefined);
  };
  return (
    <Group align="start">
      {isOpen && <img className="qr" src={image} alt={t.detail.qr} />}
      <Stack gap="xs" style={{ flex: '1 1 240px' }}>
        {sum && (
          <Text className="only-print" fw={600}>
            {sum}
          </Text>
        )}
        <Text className="wrap">
          <span>{t.detail.address}: </span>
          <code>{link.url}</code>
        </Text>
        <Group gap="xs" className="no-print">
          <CopyButton value={link.url}>
            {({ copied, copy }) => (
              <Button onClick={copy} aria-live="polite">
                {copied ? t.detail.copied : t.detail.copy}
              </Button>
            )}
          </CopyButton>
          {isOpen && 'share' in navigator && (
            <Button variant="default" leftSection={<IconShare size={18} aria-hidden />} onClick={share}>
              {t.detail.share}
            </Button>
          )}
          {isOpen && (
            <Button
              variant="default"
              leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
              renderRoot={(props) => (
                <a
                  href={`https://wa.me/?text=${encodeURIComponent(`${text}\n${link.url}`)}`}
                  target="_blank"
                  rel="noreferrer"
                  {...props}
                />
              )}
            >
              WhatsApp
            </Button>
          )}
          {isOpen && (
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => window.print()}
            >
              {t.detail.print}
            </Button>
          )}
          {isOpen && (
            <Button
              variant="default"
              renderRoot={(props) => <a href={image} download={`${link.number}.svg`} {...props} />}
            >
              {t.detail.saveQr}
            </Button>
          )}
        </Group>
        <Anchor href={link.url} target="_blank" rel="noreferrer" className="no-print">
          {t.detail.open}
        </Anchor>
      </Stack>
    </Group>
  );
}
