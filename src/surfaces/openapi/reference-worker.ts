import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import fastify from 'fastify';
import { stringify } from 'yaml';
import { etagOf, type KeptFile } from '../../base/http/kept-file.ts';
import { compileOnUse } from '../../base/http/lazy-schemas.ts';
import {
  type DescribedAddresses,
  type DescribedRoute,
  frame,
  type Reference,
} from '../../base/http/openapi.ts';
import { completeDescription } from './complete-description.ts';

/** The thread of make-reference.ts. */

const { routes, addresses } = JSON.parse(workerData) as {
  routes: DescribedRoute[];
  addresses: DescribedAddresses;
};
const { merchants, dashboard } = completeDescription(await generate(), addresses);
const json = 'application/json; charset=utf-8';
const reference: Reference = {
  json: fileOf(json, JSON.stringify(merchants)),
  yaml: fileOf('application/yaml', stringify(merchants, { aliasDuplicateObjects: false })),
  dashboard: fileOf(json, JSON.stringify(dashboard)),
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
