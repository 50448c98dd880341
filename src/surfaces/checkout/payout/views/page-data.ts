import type { PageData } from '../../views/page-data.ts';

/** The recipient page's data for its script, in addition to every page's. */
export interface PayoutPageData extends PageData {
  /** Time until another code may be requested. */
  resendSeconds: number | null;
  blockSeconds: number;
}
