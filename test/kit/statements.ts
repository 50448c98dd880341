import { codeOf, files } from './source.ts';

/** A statement of the program, as written in the source. */
export interface SourceStatement {
  /** Its position: `payments/charges/store.ts:59`. */
  place: string;
  path: string;
  /** On one line. A value is `?`, a call `«name»`, and a nested piece of SQL is inlined. */
  text: string;
}

const opening = /\b(?:sql|tx|db|joined)(?:<[^`]*?>)?`/g;

/** Every outermost SQL template in the source; nested ones are inlined in these. */
export const statements: readonly SourceStatement[] = files.flatMap((path) => {
  const code = codeOf(path);
  const found: SourceStatement[] = [];
  let end = 0;
  for (const match of code.matchAll(opening)) {
    if (match.index < end) continue;
    const template = readTemplate(code, match.index + match[0].length);
    end = template.end;
    const line = code.slice(0, match.index).split('\n').length;
    found.push({
      place: `${path}:${line}`,
      path,
      text: template.text.replace(/--.*/g, '').replace(/\s+/g, ' ').trim(),
    });
  }
  return found;
});

function readTemplate(code: string, start: number): { text: string; end: number } {
  let text = '';
  let at = start;
  while (at < code.length && code[at] !== '`') {
    if (code.startsWith('${', at)) {
      const put = readExpression(code, at + 2);
      text += put.text;
      at = put.end;
    } else {
      text += code[at];
      at += code[at] === '\\' ? 2 : 1;
    }
  }
  return { text, end: at + 1 };
}

/** The content between `${` and `}`: its pieces of SQL, the call that makes one, or a value. */
function readExpression(code: string, start: number): { text: string; end: number } {
  const pieces: string[] = [];
  let depth = 0;
  let at = start;
  for (; at < code.length; at++) {
    const char = code[at];
    if (char === '`') {
      const isSql = /\b(?:sql|tx|db)$/.test(code.slice(start, at));
      const template = readTemplate(code, at + 1);
      if (isSql) pieces.push(template.text);
      at = template.end - 1;
    } else if (char === '{') depth++;
    else if (char === '}' && depth-- === 0) break;
  }
  const source = code.slice(start, at).trim();
  const called = /^(\w+)\(/.exec(source)?.[1];
  const isPiece =
    called !== undefined && /^(ofBatch|amongMerchants|leasedTo|unleased|scope|sql|tx|db)$/.test(called);
  const text =
    pieces.length > 0 ? pieces.join(' ') : isPiece ? `«${called}»` : source === 'within' ? '«within»' : '?';
  return { text, end: at + 1 };
}
