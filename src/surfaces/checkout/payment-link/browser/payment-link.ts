import { forwardByItself } from '../../browser/forward.ts';
import { localizeTimes } from '../../browser/local-time.ts';
import { sendOnce } from '../../browser/send-once.ts';
import type { PageData } from '../../views/page-data.ts';

/** The script of a payment link's page. Everything it adds works, more plainly, without it. */

const page: PageData = JSON.parse(document.getElementById('page')?.textContent ?? '');

localizeTimes();
sendOnce(page.texts.link_sending ?? '');
forwardByItself(page);
