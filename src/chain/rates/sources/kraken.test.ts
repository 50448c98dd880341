import { expect, test } from 'vitest';
import { answering, startExchange } from '../../../../test/kit/exchange.ts';
import { createKrakenSource } from './kraken.ts';

async function quoteOf(body: string) {
  return await createKrakenSource('USDT', await startExchange(answering(body))).fetchRate();
}

const pair = '{"c":["0.99967000","584.25"]}';

test.each([
  ['{"error":["EGeneral:Too many requests"]}', 'EGeneral:Too many requests'],
  ['{"error":["EQuery:Unknown asset pair"]}', 'EQuery:Unknown asset pair'],
  [`{"error":["EService:Unavailable"],"result":{"USDTZUSD":${pair}}}`, 'EService:Unavailable'],
])('refuses the error that comes as HTTP 200: %s', async (body, words) => {
  await expect(quoteOf(body)).rejects.toThrow(`answered an error: ${words}`);
});

test('takes a price beside a warning', async () => {
  const quote = await quoteOf(`{"error":["WGeneral:Deprecated"],"result":{"USDTZUSD":${pair}}}`);
  expect(quote.priceScaled).toBe(99_967_000n);
});

test('asks for the pair of the asset and takes no other', async () => {
  const paths: (string | undefined)[] = [];
  const url = await startExchange((request, response) => {
    paths.push(request.url);
    response.end(`{"error":[],"result":{"USDTZUSD":${pair}}}`);
  });
  await expect(createKrakenSource('USDC', url).fetchRate()).rejects.toThrow('not the pair USDCUSD alone');
  expect(paths).toEqual(['/0/public/Ticker?pair=USDCUSD']);
});

test('takes the pair under its newer name too', async () => {
  expect((await quoteOf(`{"error":[],"result":{"USDTUSD":${pair}}}`)).priceScaled).toBe(99_967_000n);
});

test.each([
  ['another pair', `{"error":[],"result":{"XXBTZUSD":${pair}}}`],
  ['several pairs', `{"error":[],"result":{"USDTZUSD":${pair},"USDCUSD":${pair}}}`],
  ['no pair', '{"error":[],"result":{}}'],
  ['no result', '{"error":[]}'],
  ['no list of errors', `{"result":{"USDTZUSD":${pair}}}`],
  ['no last trade', '{"error":[],"result":{"USDTZUSD":{"a":["1.0"]}}}'],
  ['an empty last trade', '{"error":[],"result":{"USDTZUSD":{"c":[]}}}'],
])('refuses an answer with %s', async (_what, body) => {
  await expect(quoteOf(body)).rejects.toThrow(/^(answered|gave)/);
});
