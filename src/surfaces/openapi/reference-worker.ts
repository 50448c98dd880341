import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import fastify from 'fastify';
import { stringify } from 'yaml';
import { etagOf, type KeptFile } from '../../base/http/kept-file.ts';
import { compileOnUse } from '../../base/http/lazy-schemas.ts';
import { type DescribedRoute, frame, type Reference } from '../../base/http/openapi.ts';
import { completeDescription } from './complete-description.ts';

/** The thread of make-reference.ts. */

const { routes, baseUrl } = JSON.parse(workerData) as { routes: DescribedRoute[]; baseUrl: string };
const description = { ...completeDescription(await generate()), servers: [{ url: baseUrl }] };
const reference: Reference = {
  json: fileOf('application/json; charset=utf-8', JSON.stringify(description)),
  yaml: fileOf('application/yaml', stringify(description, { aliasDuplicateObjects: false })),
};
parentPort?.postMessage(reference);

/** Uses a server that never listens and has the same routes. */
async function generate(): Promise<object> {
  const server = fastify({ schemaController: compileOnUse() });
  await server.register(swagger, { openapi: frame as object });
  for (const { method, url, schema } of routes) server.route({ method, url, schema, handler() {} });
  await server.ready();
  return server.swagger();
}

function fileOf(type: string, text: string): KeptFile {
  const plain = Buffer.from(text);
  // Measured: 9 gives 5 % less than 5 does, in 0.1 s of a thread that nobody waits for twice.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return {
    type,
    plain,
    br: brotliCompressSync(plain, { params }),
    gzip: gzipSync(plain),
    etag: etagOf(plain),
  };
}
