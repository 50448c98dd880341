import { createCharge, pay, until } from '../kit/client.ts';
import { type Visitor, visitor } from '../kit/people.ts';
import type { TestServer } from '../kit/server.ts';
import { at, badBodies, foreign, owner, viewer } from './dashboard-exercises.ts';
import { type Exercise, unknownId } from './exercise.ts';

const base = '/dashboard/api/disputes';
const pdf = Buffer.from('%PDF-1.7\n%%EOF').toString('base64');
const file = { kind: 'receipt', name: 'receipt.pdf', content: pdf };

/** A chargeback that waits for its merchant. */
async function disputed(server: TestServer): Promise<string> {
  const charge = await createCharge(server);
  await pay(server, charge, '4000000000000259');
  const [row] = await until(
    async () => await server.sql<{ id: string }[]>`SELECT id FROM disputes WHERE charge_id = ${charge}`,
    ({ length }) => length === 1,
  );
  const id = row?.id as string;
  await server.sql`UPDATE disputes SET status = 'open', closed_at = NULL, due_at = NULL WHERE id = ${id}`;
  return id;
}

/** The refusals that all acts on evidence share; the last one finds it handed in. */
async function acts(server: TestServer, method: string, path: (id: string) => string, body?: object) {
  const id = await disputed(server);
  const someone = await owner(server);
  const ask = (who: Visitor, headers = {}, of = id) =>
    who.ask(method, path(of), body, { ...at(server), ...headers });
  const answers = [
    await ask(someone),
    await ask(visitor(server)),
    await ask(await viewer(server)),
    await ask(someone, foreign),
    await ask(someone, {}, unknownId),
    ...(body ? await badBodies(someone, path(id), at(server), method) : []),
  ];
  return { id, someone, ask, answers };
}

async function handIn(server: TestServer, id: string): Promise<void> {
  const someone = await owner(server);
  await someone.ask('PUT', `${base}/${id}/evidence`, { text: 'Delivered.' }, at(server));
  await someone.ask('POST', `${base}/${id}/evidence/send`, { way: 'handed_in' }, at(server));
}

/** Each operation on the evidence for a chargeback, with every answer that a healthy server can give. */
export const evidenceExercises: Record<string, Exercise> = {
  async writeEvidence(server) {
    const path = (id: string) => `${base}/${id}/evidence`;
    const { id, ask, someone, answers } = await acts(server, 'PUT', path, { text: 'Delivered.' });
    const long = await someone.ask('PUT', path(id), { text: 'x'.repeat(130_000) }, at(server));
    await handIn(server, id);
    return [...answers, long, await ask(someone)];
  },
  async addEvidenceFile(server) {
    const path = (id: string) => `${base}/${id}/evidence/files`;
    const { id, ask, someone, answers } = await acts(server, 'POST', path, file);
    const large = await someone.ask('POST', path(id), { content: 'A'.repeat(6_000_000) }, at(server));
    await handIn(server, id);
    return [...answers, large, await ask(someone)];
  },
  async removeEvidenceFile(server) {
    const id = await disputed(server);
    const someone = await owner(server);
    const add = async (kind: string): Promise<string> => {
      const answer = await someone.ask('POST', `${base}/${id}/evidence/files`, { ...file, kind }, at(server));
      return answer.body.data.files.at(-1).id;
    };
    const [first, second] = [await add('receipt'), await add('other')];
    const remove = (who: Visitor, of: string, headers = {}) =>
      who.ask('DELETE', `${base}/${id}/evidence/files/${of}`, undefined, { ...at(server), ...headers });
    const answers = [
      await remove(visitor(server), first),
      await remove(await viewer(server), first),
      await remove(someone, first, foreign),
      await remove(someone, unknownId),
      await remove(someone, first),
    ];
    await handIn(server, id);
    return [...answers, await remove(someone, second)];
  },
  async sendEvidence(server) {
    const path = (id: string) => `${base}/${id}/evidence/send`;
    const id = await disputed(server);
    const someone = await owner(server);
    await someone.ask('PUT', `${base}/${id}/evidence`, { text: 'Delivered.' }, at(server));
    const sent = await someone.ask('POST', path(id), { way: 'handed_in' }, at(server));
    const { answers } = await acts(server, 'POST', path, { way: 'handed_in' });
    return [sent, ...answers, await someone.ask('POST', path(id), { way: 'handed_in' }, at(server))];
  },
  async downloadEvidence(server) {
    const { answers } = await acts(server, 'GET', (id) => `${base}/${id}/evidence.zip`);
    return answers.filter(({ httpStatus }) => httpStatus !== 422);
  },
};
