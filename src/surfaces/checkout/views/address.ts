import { html } from 'ghtml';

/** Emphasises both ends, which people compare. If one line is too short, it breaks in the middle. */
export function renderAddress(address: string): string {
  const middle = address.length / 2;
  return html`<b>${address.slice(0, 6)}</b>${address.slice(6, middle)}<wbr>${address.slice(middle, -6)}<b>${address.slice(-6)}</b>`;
}

const groupLength = 4;
const endLength = 6;

/** For comparison character by character: in groups, whose gaps are not copied, with both ends emphasised. */
export function renderAddressInGroups(address: string): string {
  const first = address.startsWith('0x') ? 2 : 0;
  const starts = [0];
  for (let at = first || groupLength; at < address.length; at += groupLength) starts.push(at);
  return html`!${starts.map((start, i) => {
    const group = address.slice(start, starts[i + 1] ?? address.length);
    const isEnd = start < endLength || start + group.length > address.length - endLength;
    return isEnd ? html`<b>${group}</b>` : html`<span>${group}</span>`;
  })}`;
}
