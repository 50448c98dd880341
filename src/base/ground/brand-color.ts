import { dark as darkLook, light as look } from './look.ts';

/** The colors of a merchant's pages and mails, derived from the chosen one so that every text on them is readable. */
export interface BrandColors {
  light: SchemeColors;
  dark: SchemeColors;
}

export interface SchemeColors {
  /** Buttons, links, icons. */
  accent: string;
  /** Text on the accent. */
  onAccent: string;
  /** Background of text in the accent color. */
  soft: string;
}

/** WCAG 2, level AA, for text of any size. */
export const minContrast = 4.5;

/**
 * The backgrounds of accent text on the pages, and the text color on the accent itself.
 */
export const grounds = {
  light: { sheet: look.sheet, side: look.side, text: '#ffffff', tint: 0.1, towards: '#000000' },
  dark: { sheet: darkLook.sheet, side: darkLook.side, text: '#05100b', tint: 0.16, towards: '#ffffff' },
} as const;

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** `color` must pass `isColor`. */
export function brandColors(color: string): BrandColors {
  return { light: schemeColors(color, grounds.light), dark: schemeColors(color, grounds.dark) };
}

/**
 * The readable color closest to the chosen one: moved towards black on light backgrounds, towards white on dark ones.
 */
function schemeColors(color: string, ground: (typeof grounds)['light' | 'dark']): SchemeColors {
  const soft = mix(ground.sheet, color, ground.tint);
  const seenOn = [ground.sheet, ground.side, soft, ground.text];
  const steps = 50;
  const accents = Array.from({ length: steps + 1 }, (_, step) => mix(color, ground.towards, step / steps));
  const accent = accents.find((each) => seenOn.every((other) => contrast(each, other) >= minContrast));
  return { accent: accent ?? ground.towards, onAccent: ground.text, soft };
}

/** The contrast ratio of two colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(from: string, to: string, share: number): string {
  const goal = channels(to);
  const mixed = channels(from).map((value, at) => Math.round(value + ((goal[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
