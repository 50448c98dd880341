import { forwardByItself } from '../../browser/forward.ts';
import { localizeTimes } from '../../browser/local-time.ts';
import { sendOnce } from '../../browser/send-once.ts';
import type { PageData } from '../../views/page-data.ts';
import { stepQuantity } from './quantity.ts';

/** The script of a payment link's page. The page also works without it, in a plainer form. */

const page: PageData = JSON.parse(document.getElementById('page')?.textContent ?? '');

localizeTimes();
sendOnce(page.texts.link_sending ?? '');
forwardByItself(page);
stepQuantity(page.totals ?? []);
