import { Anchor, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconPrinter, IconShare } from '@tabler/icons-react';
import { renderSVG } from 'uqr';
import { languages } from '../../src/base/money/language.ts';
import { localeOf, regions } from '../../src/base/money/region.ts';
import { amountText } from '../../src/base/money/written.ts';
import { dayText } from '../../src/base/money/written-time.ts';
import { shareTexts } from '../../src/base/texts/share.ts';
import type { Answer } from '../app/api.ts';
import { useLanguage, useTexts } from '../app/language.tsx';

/**
 * The link's URL and QR code, to hand to customers: by the phone's own share sheet where there is one, by WhatsApp,
 * copied, or printed for the counter.
 */
export function SharePaymentLink({ link }: { link: Answer<'GET /api/payment-links/{link}'> }) {
  const t = useTexts().paymentLinks;
  const { language } = useLanguage();
  const image = `data:image/svg+xml,${encodeURIComponent(renderSVG(link.url, { border: 2 }))}`;
  // The customer reads it, in the language that was chosen for them.
  const spoken = languages.find((each) => each === link.language) ?? language;
  const locale = localeOf(spoken, regions[link.country]);
  const sum = link.amount === null ? null : amountText(link.amount, link.currency, locale);
  const words = shareTexts[spoken];
  const text =
    link.customer_name !== null && link.due_on !== null
      ? words.invoice(link.customer_name, link.number, sum ?? '', dayText(link.due_on, locale))
      : words.paymentLink(link.title, sum);
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
