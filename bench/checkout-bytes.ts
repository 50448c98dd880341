import { chromium } from 'playwright-core';
import { findChromium } from '../test/kit/programs.ts';
import { chargeBody, chargeHeaders, chargePath } from './requests.ts';
import type { Subject } from './world.ts';

/** Every byte, headers included, that a browser receives until a new charge's page has loaded. */
export async function measureCheckoutBytes(subject: Subject): Promise<number> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error('checkout_bytes needs Chromium: `node scripts/ensure-programs.ts` installs it.');
  }
  const pageUrl = await createCharge(subject);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const sizes: Promise<{ responseBodySize: number; responseHeadersSize: number }>[] = [];
    page.on('requestfinished', (request) => sizes.push(request.sizes()));
    await page.goto(pageUrl, { waitUntil: 'load' });
    const received = await Promise.all(sizes);
    return received.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
  } finally {
    await browser.close();
  }
}

/** Returns the address of the charge's page. */
export async function createCharge({ url, tokens, merchant }: Subject): Promise<string> {
  const response = await fetch(url + chargePath, {
    method: 'POST',
    headers: chargeHeaders(tokens, merchant, new Date()),
    body: JSON.stringify(chargeBody(1)),
  });
  const { data } = (await response.json()) as { data: { urlCheckout: string } };
  return data.urlCheckout;
}
