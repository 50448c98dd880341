import { inflateSync } from 'node:zlib';

/** Reads the texts of a PDF that pdfkit wrote, page by page in the order in which they were drawn, as a reader copies them. */
export function textOfPdf(file: Buffer): string {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of file.toString('latin1').matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    objects.set(id, body);
  }
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? '';
    const content = /stream\r?\n(.*)\r?\nendstream/s.exec(body)?.[1] ?? '';
    const bytes = Buffer.from(content, 'latin1');
    return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : content;
  };
  const refersTo = (body: string, key: string): string =>
    new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1] ?? '';
  const letters = new Map<string, string[]>();
  for (const body of objects.values()) {
    for (const [, name = '', font = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = streamOf(refersTo(objects.get(font) ?? '', 'ToUnicode'));
      letters.set(name, lettersOf(map));
    }
  }
  const texts: string[] = [];
  for (const body of objects.values()) {
    if (!/\/Type \/Page\n/.test(body)) continue;
    let font = '';
    const drawn = streamOf(refersTo(body, 'Contents'));
    for (const [, name, shown] of drawn.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (name) font = name;
      else texts.push(textOf(shown ?? '', letters.get(font) ?? []));
    }
  }
  return texts.join('\n');
}

/** The letter of each shape: ranges of a CMap that name their letters one by one. */
function lettersOf(map: string): string[] {
  const found: string[] = [];
  for (const [, from = '0', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[(.*?)\]/gis)) {
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex = ''], at) => {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? [];
      found[Number.parseInt(from, 16) + at] = String.fromCharCode(
        ...units.map((unit) => Number.parseInt(unit, 16)),
      );
    });
  }
  return found;
}

function textOf(shown: string, letters: string[]): string {
  return [...shown.matchAll(/<([0-9a-f]+)>/gi)]
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    .map((shape) => letters[Number.parseInt(shape, 16)] ?? '�')
    .join('');
}
