import { Type } from 'typebox';
import { type AuditRow, listAudit } from '../../accounts/audit/audit-log.ts';
import { auditFilter, readAuditFilter } from '../../accounts/audit/operator-routes.ts';
import { type CsvRouteDeps, csvRoute } from '../../accounts/dashboard-kit/csv-route.ts';
import type { Column } from '../../accounts/dashboard-kit/csv-row.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { searchMerchants } from '../../accounts/merchants/store.ts';
import type { App } from '../../base/http/server.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { merchantFilter } from './merchant-routes.ts';

const auditColumns: readonly Column<AuditRow>[] = [
  { head: 'time', of: ({ at }) => at.toISOString() },
  { head: 'number', of: ({ number }) => String(number) },
  { head: 'actor', isForeign: true, of: ({ actor }) => actor },
  { head: 'what', of: ({ act }) => act },
  { head: 'subject', isForeign: true, of: ({ subject }) => subject },
  { head: 'details', isForeign: true, of: ({ details }) => details },
];

const percent = (basisPoints: number): string => formatDecimal(BigInt(basisPoints), 2);
const merchantColumns: readonly Column<Merchant & { createdAt: Date }>[] = [
  { head: 'time', of: ({ createdAt }) => createdAt.toISOString() },
  { head: 'merchantId', of: ({ id }) => id },
  { head: 'name', isForeign: true, of: ({ name }) => name },
  { head: 'email', isForeign: true, of: ({ contactEmail }) => contactEmail },
  { head: 'status', of: ({ enabled }) => (enabled ? 'enabled' : 'disabled') },
  {
    head: 'cardFee',
    of: ({ settings }) => percent(settings.cardFeeBasisPoints),
  },
  {
    head: 'cryptoFee',
    of: ({ settings }) => percent(settings.cryptoFeeBasisPoints),
  },
  {
    head: 'payoutFee',
    of: ({ settings }) => percent(settings.payoutFeeBasisPoints),
  },
];

/** The operator's lists as files. */
export function operatorExportRoutes(app: App, deps: CsvRouteDeps): void {
  csvRoute(app, deps, {
    path: 'audit',
    operationId: 'exportAudit',
    summary: 'Download who did what as CSV, newest first',
    permission: 'installation.read',
    at: 'installation',
    query: Type.Object(auditFilter),
    columns: auditColumns,
    cursorOf: ({ number }) => String(number),
    find(_place, query) {
      const filter = readAuditFilter(query);
      return {
        from: filter.from,
        to: filter.to,
        read: (sql, before, limit) =>
          listAudit(sql, before === null ? filter : { ...filter, beforeNumber: BigInt(before) }, limit),
      };
    },
  });

  csvRoute(app, deps, {
    path: 'merchants',
    operationId: 'exportMerchants',
    summary: 'Download the merchants of a list as CSV, newest first',
    permission: 'installation.read',
    at: 'installation',
    query: Type.Object(merchantFilter),
    columns: merchantColumns,
    cursorOf: ({ id }) => id,
    find: (_place, { search = '' }) => ({
      read: (sql, beforeId, limit) => searchMerchants(sql, search.trim(), beforeId, limit),
    }),
  });
}
