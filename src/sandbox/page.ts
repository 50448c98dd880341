import { html } from 'ghtml';
import { rootStyle } from '../base/ground/look.ts';

/** The pages of the sandbox itself, for the people who test it; in the colours of the checkout. */

const css = `
${rootStyle()}
:root{color-scheme:light dark}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 var(--font)}
.test{padding:6px 16px;background:#ffe9a8;color:#4a3600;font-size:14px;text-align:center}
main{max-width:980px;margin:0 auto;padding:28px 16px 48px}
header{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;margin-bottom:6px}
h1{margin:0;font-size:28px;line-height:1.2}
h2{margin:0 0 12px;font-size:18px}
p{margin:0 0 12px}
a{color:var(--accent);text-underline-offset:3px}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
.state{padding:2px 12px;border-radius:99px;background:var(--accent-soft);color:var(--accent);font-size:14px;font-weight:600}
.state.bad{background:var(--bad-soft);color:var(--bad)}
.quiet{color:var(--quiet)}
.cards{display:grid;gap:16px;margin-top:20px}
@media(min-width:860px){.cards{grid-template-columns:3fr 2fr;align-items:start}}
.cards>div{display:grid;gap:16px;min-width:0}
section,details{background:var(--sheet);border:1px solid var(--line);border-radius:14px;min-width:0}
section{padding:20px}
ol{margin:0;padding-left:20px}
li+li{margin-top:14px}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:0}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:8px 0 0;padding:12px;border-radius:10px;background:var(--side);border:1px solid var(--line);overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:15px}
td{padding:6px 0;border-top:1px solid var(--line);vertical-align:top}
tr:first-child td{border-top:0}
td:first-child{padding-right:16px;white-space:nowrap}
.mails{display:grid;gap:10px;margin-top:20px}
summary{padding:14px 18px;cursor:pointer;list-style:none;display:grid;gap:2px 16px}
summary::-webkit-details-marker{display:none}
@media(min-width:700px){summary{grid-template-columns:1fr auto}}
summary b{overflow-wrap:anywhere}
summary small{color:var(--quiet);font-size:14px;overflow-wrap:anywhere}
.text{margin:0;padding:16px 18px;border-top:1px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere}
`;

export function sandboxPage(nonce: string, title: string, content: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">!${css}</style>
</head>
<body>
<aside class="test" aria-label="Sandbox">Sandbox: nothing here is real money.</aside>
<main>
!${content}
</main>
</body>
</html>`;
}
