import { dark, light } from '../../base/ground/look.ts';

/**
 * What is seen until the dashboard is loaded: its frame, empty. The page carries it, and the script shows the same until
 * it has the texts, so that a slow connection never shows an empty page.
 */

export const firstSightHtml =
  '<div class="first" aria-hidden="true"><div></div><div><i></i><i></i><i></i></div></div>';

const { page, sheet, line } = light;

/** Its own colors: the others come with the script. */
export const firstSightCss = `
.first{--a:${page};--b:${sheet};--c:${line};display:flex;min-height:100dvh;background:var(--a)}
.first>:first-child{flex:none;width:248px;background:var(--b);border-inline-end:1px solid var(--c)}
.first>:last-child{flex:1;padding:72px 24px 24px}
.first i{display:block;max-width:720px;height:44px;margin-bottom:24px;border-radius:12px;background:var(--b);animation:first 1.2s ease-in-out infinite alternate}
.first i:nth-child(2){height:240px}
.first i:nth-child(3){height:120px}
@keyframes first{to{background:var(--c)}}
@media(max-width:61.9em){.first>:first-child{display:none}}
@media(prefers-color-scheme:dark){.first{--a:${dark.page};--b:${dark.sheet};--c:${dark.line}}}
@media(prefers-reduced-motion:reduce){.first i{animation:none}}
`;
