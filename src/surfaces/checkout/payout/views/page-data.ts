import type { PageData } from '../../views/page-data.ts';

/** What the server tells the script of the recipient's page besides what every page's gets. */
export interface PayoutPageData extends PageData {
  /** Until a further code may be asked for. */
  resendSeconds: number | null;
  blockSeconds: number;
}
