import { expect, test } from 'vitest';
import { bytesOf, markOf } from './set-pieces.ts';

test('what stands for a text is that text in the page that is sent', () => {
  const [styles, script] = ['a::after{content:"…"}', 'let a = "€";'];
  const page = (first: string, second: string) =>
    `<style>${first}</style><p>ñ …</p><script>${second}</script>`;
  expect(bytesOf(page(markOf(styles), markOf(script))).toString()).toBe(page(styles, script));
  expect(bytesOf(page(markOf(script), markOf(script))).toString()).toBe(page(script, script));
});

test('a page without any is sent as it is', () => {
  expect(bytesOf('<p>…</p>').toString()).toBe('<p>…</p>');
  expect(bytesOf('')).toHaveLength(0);
});

test('the same text has one mark, however often it is asked for', () => {
  expect(markOf('b{}')).toBe(markOf('b{}'));
  expect(markOf('b{}')).not.toBe(markOf('c{}'));
});
