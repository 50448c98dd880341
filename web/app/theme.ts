import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import {
  type Colors,
  dark,
  fontFamily,
  fontSizes,
  light,
  monospace,
  radius,
  variables,
} from '../../src/base/ground/look.ts';

/** The components in the look of src/base/ground/look.ts. */

/** Shades of the accent. The light scheme takes the ninth, the dark one the fourth. */
const accent: MantineColorsTuple = [
  light.accentSoft,
  '#c4e6d8',
  '#93dcbf',
  dark.accent,
  '#3fbf92',
  '#26a67a',
  '#178a64',
  '#0f7a58',
  light.accent,
  '#085640',
];

/** The neutral shades, with a touch of the accent's green. Components take borders and fields from them. */
const gray: MantineColorsTuple = [
  light.side,
  light.noteSoft,
  '#e6ebe8',
  light.line,
  '#b9c4be',
  '#9aa8a1',
  light.edge,
  light.quiet,
  '#2f3a35',
  light.ink,
];
const darkShades: MantineColorsTuple = [
  dark.ink,
  '#c9d4ce',
  dark.quiet,
  dark.edge,
  '#46544d',
  dark.line,
  '#1c2521',
  dark.sheet,
  dark.side,
  dark.page,
];

const px = (sizes: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, `${size / 16}rem`]));

// Nearly all fields are required, so an asterisk at each would say nothing.
const plain = { defaultProps: { withAsterisk: false } };

export const theme = createTheme({
  colors: { accent, gray, dark: darkShades },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 3 },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily,
  fontFamilyMonospace: monospace,
  fontSizes: px({
    xs: fontSizes.xs,
    sm: fontSizes.sm,
    md: fontSizes.md,
    lg: fontSizes.lg,
    xl: fontSizes.xl,
  }),
  headings: {
    fontFamily,
    sizes: {
      h1: { fontSize: px(fontSizes).xl as string, lineHeight: '1.25' },
      h2: { fontSize: px(fontSizes).xl as string, lineHeight: '1.25' },
      h3: { fontSize: px(fontSizes).lg as string, lineHeight: '1.3' },
      h4: { fontSize: px(fontSizes).md as string, lineHeight: '1.4' },
      h5: { fontSize: px(fontSizes).sm as string, lineHeight: '1.4' },
    },
  },
  radius: px({ xs: 4, sm: radius.small, md: radius.large, lg: 16 }),
  defaultRadius: `${radius.middle / 16}rem`,
  components: { TextInput: plain, PasswordInput: plain },
});

/** Colors that components name, by meaning: none of them has a color of its own. */
const tones: Readonly<Record<string, readonly [strong: keyof Colors, soft: keyof Colors]>> = {
  accent: ['accent', 'accentSoft'],
  green: ['accent', 'accentSoft'],
  red: ['bad', 'badSoft'],
  orange: ['warn', 'warnSoft'],
  yellow: ['warn', 'warnSoft'],
  blue: ['quiet', 'noteSoft'],
  gray: ['quiet', 'noteSoft'],
};

export const resolveVariables: CSSVariablesResolver = () => ({
  variables: { '--huge': px(fontSizes).huge as string },
  light: schemeOf(light),
  dark: schemeOf(dark),
});

function schemeOf(colors: Colors): Record<string, string> {
  const toned = Object.entries(tones).flatMap(([name, [strong, soft]]) => [
    [`--mantine-color-${name}-light`, colors[soft]],
    [`--mantine-color-${name}-light-hover`, colors[soft]],
    [`--mantine-color-${name}-light-color`, colors[strong]],
    [`--mantine-color-${name}-outline`, colors[strong]],
    [`--mantine-color-${name}-filled`, colors[strong]],
    [`--mantine-color-${name}-filled-hover`, colors[strong]],
  ]);
  return {
    ...variables(colors),
    ...Object.fromEntries(toned),
    '--mantine-color-body': colors.sheet,
    '--mantine-color-text': colors.ink,
    '--mantine-color-dimmed': colors.quiet,
    '--mantine-color-placeholder': colors.quiet,
    '--mantine-color-anchor': colors.accent,
    '--mantine-color-error': colors.bad,
    '--mantine-color-default': colors.sheet,
    '--mantine-color-default-hover': colors.side,
    '--mantine-color-default-border': colors.line,
    '--mantine-color-default-color': colors.ink,
    '--mantine-primary-color-contrast': colors.onAccent,
  };
}
