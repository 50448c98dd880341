import { Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../../../accounts/dashboard-kit/at-merchant.ts';
import { readerLanguage } from '../../../../accounts/dashboard-kit/reader-language.ts';
import type { PeopleAuthenticator } from '../../../../accounts/people/authenticate.ts';
import type { Sql } from '../../../../base/db/pool.ts';
import { validationFailed } from '../../../../base/ground/errors.ts';
import { isPlainText, plainly } from '../../../../base/ground/plain-text.ts';
import { envelope, errors, success } from '../../../../base/http/envelope.ts';
import { readId } from '../../../../base/http/request/list-values.ts';
import { type App, notFound } from '../../../../base/http/server.ts';
import { cardNumberFaults } from '../../cards/card-number-text.ts';
import { evidenceKinds } from '../../payment-processor.ts';
import type { PaymentProcessors } from '../../payment-processors.ts';
import { findDispute, type KeptDispute } from '../dispute-store.ts';
import { addFile, removeFile, writeEvidence } from './edit-evidence.ts';
import { maxEvidenceText, maxFileBytes, maxFileName } from './evidence.ts';
import { evidencePackage } from './evidence-package.ts';
import { evidenceShape, showEvidence } from './evidence-shape.ts';
import { sendEvidence } from './send-evidence.ts';

export interface EvidenceRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  processors: Pick<PaymentProcessors, 'of'>;
  now(): Date;
}

/** A file in base64, and the rest of the body. */
const fileBodyBytes = Math.ceil((maxFileBytes * 4) / 3) + 4 * 1024;
const ways = ['processor', 'handed_in'] as const;

/** What a merchant's people answer to a chargeback. */
export function evidenceRoutes(app: App, deps: EvidenceRoutesDeps): void {
  const here = atMerchant(deps.people);
  const { onRequest } = here;
  const config = { face: 'api' as const };
  const shared = { ...atMerchantSchema, 'x-permission': 'disputes.answer' as const };
  const params = Type.Object({ dispute: Type.String() });
  const response = { 200: envelope(evidenceShape), ...errors(400, 401, 403, 404, 409, 413, 415, 422) };

  async function own(merchantId: string, text: string): Promise<KeptDispute> {
    const id = readId(text);
    const dispute = id && (await findDispute(deps.sql, merchantId, id));
    if (!dispute) throw notFound();
    return dispute;
  }
  const answer = async (message: string, dispute: KeptDispute) =>
    success(message, await showEvidence(deps, dispute));

  app.put(
    '/dashboard/api/disputes/:dispute/evidence',
    {
      config,
      onRequest,
      bodyLimit: maxEvidenceText * 6,
      schema: {
        operationId: 'writeEvidence',
        summary: 'Write what the bank is told about a chargeback',
        ...shared,
        params,
        body: Type.Object({ text: Type.String({ maxLength: maxEvidenceText, expected: 'text' }) }),
        response,
      },
    },
    async (request) => {
      const { merchant, actor } = here.callerOf(request);
      const dispute = await own(merchant.id, request.params.dispute);
      const { text } = request.body;
      const faults = cardNumberFaults({ text }, () => true);
      if (!isPlainText(text.replaceAll(/[\r\n\t]/g, ' ')))
        faults.push({ field: 'text', message: `must be text ${plainly}` });
      if (faults.length > 0) throw validationFailed(faults);
      await writeEvidence(deps, dispute, text, actor);
      return await answer('Saved', dispute);
    },
  );

  app.post(
    '/dashboard/api/disputes/:dispute/evidence/files',
    {
      config,
      onRequest,
      bodyLimit: fileBodyBytes,
      schema: {
        operationId: 'addEvidenceFile',
        summary: 'Add a file to the evidence; it takes the place of another one of its kind',
        ...shared,
        params,
        body: Type.Object({
          kind: Type.Enum([...evidenceKinds], { expected: `one of ${evidenceKinds.join(', ')}` }),
          name: Type.String({ minLength: 1, maxLength: maxFileName, expected: 'the name of the file' }),
          content: Type.String({
            expected: 'a file in base64',
            description: `A PDF, PNG or JPEG of at most ${maxFileBytes / 1_000_000} MB, in base64`,
          }),
        }),
        response,
      },
    },
    async (request) => {
      const { merchant, actor } = here.callerOf(request);
      const dispute = await own(merchant.id, request.params.dispute);
      const { kind, name, content } = request.body;
      const faults = [
        ...(/^[A-Za-z0-9+/]+={0,2}$/.test(content)
          ? []
          : [{ field: 'content', message: 'must be a file in base64' }]),
        ...(isPlainText(name)
          ? cardNumberFaults({ name }, () => true)
          : [{ field: 'name', message: `must be text ${plainly}` }]),
      ];
      if (faults.length > 0) throw validationFailed(faults);
      await addFile(deps, dispute, { kind, name, content: Buffer.from(content, 'base64') }, actor);
      return await answer('The file is added', dispute);
    },
  );

  app.delete(
    '/dashboard/api/disputes/:dispute/evidence/files/:file',
    {
      config,
      onRequest,
      schema: {
        operationId: 'removeEvidenceFile',
        summary: 'Take a file out of the evidence',
        ...shared,
        params: Type.Object({ dispute: Type.String(), file: Type.String() }),
        response: { 200: envelope(evidenceShape), ...errors(401, 403, 404, 409) },
      },
    },
    async (request) => {
      const { merchant, actor } = here.callerOf(request);
      const dispute = await own(merchant.id, request.params.dispute);
      const file = readId(request.params.file);
      if (!file) throw notFound();
      await removeFile(deps, dispute, file, actor);
      return await answer('The file is gone', dispute);
    },
  );

  app.post(
    '/dashboard/api/disputes/:dispute/evidence/send',
    {
      config,
      onRequest,
      schema: {
        operationId: 'sendEvidence',
        summary: 'Send the evidence to the bank, once, or mark it as handed in',
        ...shared,
        params,
        body: Type.Object({
          way: Type.Enum([...ways], {
            expected: '"processor" or "handed_in"',
            description:
              'processor: through its API; handed_in: you gave it to the processor or the bank by another way',
          }),
        }),
        response,
      },
    },
    async (request) => {
      const { merchant, actor } = here.callerOf(request);
      const dispute = await own(merchant.id, request.params.dispute);
      await sendEvidence(deps, dispute, request.body.way, actor);
      return await answer('Recorded', dispute);
    },
  );

  app.get(
    '/dashboard/api/disputes/:dispute/evidence.zip',
    {
      config,
      onRequest,
      schema: {
        operationId: 'downloadEvidence',
        summary: 'Download the evidence as one ZIP file',
        ...shared,
        params,
        response: {
          200: {
            description: 'Text and files',
            content: { 'application/zip': { schema: Type.Unsafe<Uint8Array>({ type: 'string' }) } },
          },
          ...errors(401, 403, 404),
        },
      },
    },
    async (request, reply) => {
      const { by, merchant } = here.callerOf(request);
      const dispute = await own(merchant.id, request.params.dispute);
      const language = readerLanguage(request, by.person);
      const file = await evidencePackage(deps.sql, merchant, dispute, language, deps.now());
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="evidence-${dispute.id}.zip"`,
        })
        .send(file);
    },
  );
}
