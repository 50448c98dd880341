import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type BrandColors,
  brandColors,
  grounds,
  isColor,
  type SchemeColors,
} from '../../src/base/ground/brand-color.ts';
import { dark, light } from '../../src/base/ground/look.ts';
import { type Answer, call, Refusal } from '../app/api.ts';
import { useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { base64Of } from '../parts/base64.ts';
import { Act, Fault, Notice } from '../parts/basics.tsx';

type Settings = Answer<'GET /dashboard/api/settings'>;
/** The server's limit. */
const maxLogoBytes = 200 * 1024;
const tooLarge = new Refusal(413, 'body_too_large', '');
const ours: BrandColors = {
  light: { accent: light.accent, onAccent: light.onAccent, soft: light.accentSoft },
  dark: { accent: dark.accent, onAccent: dark.onAccent, soft: dark.accentSoft },
};

/** The brand color of the merchant's pages, with a preview. */
export function BrandColor({
  settings,
  isFixed,
  onChange,
}: {
  settings: Settings;
  isFixed: boolean;
  onChange(color: string): void;
}) {
  const { brand: t } = useTexts().settings;
  const typed = settings.color ?? '';
  const color = typed.trim().toLowerCase();
  const isGood = isColor(color);
  const colors = isGood ? brandColors(color) : ours;
  const isAdapted = isGood && (colors.light.accent !== color || colors.dark.accent !== color);
  return (
    <>
      <Group align="end">
        <TextInput
          label={t.color}
          description={t.colorHint}
          value={typed}
          maxLength={7}
          readOnly={isFixed}
          error={color === '' || isGood ? null : t.notColor}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {!isFixed && (
          <input
            type="color"
            className="color-well"
            aria-label={t.pick}
            value={isGood ? color : ours.light.accent}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Group>
      {isAdapted && <Text size="sm">{t.adapted}</Text>}
      <Text fw={600} size="sm">
        {t.preview}
      </Text>
      <Group align="stretch">
        <Preview title={t.light} settings={settings} colors={colors.light} scheme="light" />
        <Preview title={t.dark} settings={settings} colors={colors.dark} scheme="dark" />
      </Group>
    </>
  );
}

const inks = { light: '#15211c', dark: '#eaf1ed' };

/** A small payment page header. */
function Preview({
  title,
  settings: { name, logo_url },
  colors: { accent, onAccent, soft },
  scheme,
}: {
  title: string;
  settings: Settings;
  colors: SchemeColors;
  scheme: 'light' | 'dark';
}) {
  const { brand: t } = useTexts().settings;
  return (
    <Stack
      gap="sm"
      p="md"
      className="brand-preview"
      style={{ background: grounds[scheme].sheet, color: inks[scheme] }}
      role="group"
      aria-label={title}
    >
      <Text size="xs">{title}</Text>
      <Group gap="sm" wrap="nowrap">
        {logo_url ? (
          <img className="logo-preview" src={logo_url} alt="" />
        ) : (
          <span className="avatar" style={{ background: soft, color: accent }} aria-hidden>
            {Array.from(name)[0]?.toLocaleUpperCase()}
          </span>
        )}
        <Text size="sm" className="wrap">
          {t.payTo} <b>{name}</b>
        </Text>
      </Group>
      <span className="pay-preview" style={{ background: accent, color: onAccent }}>
        {t.pay}
      </span>
      <Text size="sm" td="underline" style={{ color: accent }}>
        {t.link}
      </Text>
    </Stack>
  );
}

export function Logo({
  url,
  isFixed,
  onChanged,
}: {
  url: string | null;
  isFixed: boolean;
  onChanged(settings: Settings): void;
}) {
  const { brand: t } = useTexts().settings;
  const at = useHere().place.merchant_id;
  const [notice, setNotice] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async (file: File) => {
      setNotice(null);
      return await call('PUT /dashboard/api/settings/logo', { at, body: { content: await base64Of(file) } });
    },
    onSuccess: (saved) => {
      onChanged(saved);
      setNotice(t.logoSaved);
    },
  });
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = (file: File | null): void => {
    if (!file) return;
    setTooLarge(file.size > maxLogoBytes);
    if (file.size <= maxLogoBytes) save.mutate(file);
  };
  return (
    <Stack align="start">
      <Text>{t.logoHint}</Text>
      {url && <img className="logo-preview" src={url} alt={t.logo} />}
      <Fault error={isTooLarge ? tooLarge : save.error} words={{ body_too_large: t.tooLarge }} />
      <Notice>{notice}</Notice>
      {!isFixed && (
        <Group>
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={choose}>
            {(props) => (
              <Button variant="default" loading={save.isPending} {...props}>
                {t.choose}
              </Button>
            )}
          </FileButton>
          {url && (
            <Act
              label={t.remove}
              title={t.removeTitle}
              changes={[]}
              send={async () => onChanged(await call('DELETE /dashboard/api/settings/logo', { at }))}
              onDone={() => setNotice(t.logoGone)}
            >
              <Text>{t.removeHint}</Text>
            </Act>
          )}
        </Group>
      )}
    </Stack>
  );
}
