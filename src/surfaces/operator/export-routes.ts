import { Type } from 'typebox';
import { type AuditRow, listAudit } from '../../accounts/audit/audit-log.ts';
import { auditFilter, readAuditFilter } from '../../accounts/audit/operator-routes.ts';
import { heads } from '../../accounts/dashboard-kit/column-heads.ts';
import { type CsvRouteDeps, csvRoute } from '../../accounts/dashboard-kit/csv-route.ts';
import type { Column } from '../../accounts/dashboard-kit/csv-row.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { searchMerchants } from '../../accounts/merchants/store.ts';
import type { App } from '../../base/http/server.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { merchantFilter } from './merchant-routes.ts';

const auditColumns: readonly Column<AuditRow>[] = [
  { head: heads.time, of: ({ at }) => at.toISOString() },
  { head: { en: 'Number', es: 'Número', pt: 'Número' }, of: ({ number }) => String(number) },
  { head: { en: 'Who', es: 'Quién', pt: 'Quem' }, isForeign: true, of: ({ actor }) => actor },
  { head: { en: 'What', es: 'Qué', pt: 'O quê' }, of: ({ act }) => act },
  { head: { en: 'To what', es: 'A qué', pt: 'Em quê' }, isForeign: true, of: ({ subject }) => subject },
  { head: { en: 'Details', es: 'Detalles', pt: 'Detalhes' }, isForeign: true, of: ({ details }) => details },
];

const percent = (basisPoints: number): string => formatDecimal(BigInt(basisPoints), 2);
const merchantColumns: readonly Column<Merchant & { createdAt: Date }>[] = [
  { head: heads.time, of: ({ createdAt }) => createdAt.toISOString() },
  { head: { en: 'Merchant id', es: 'Id del comercio', pt: 'Id da loja' }, of: ({ id }) => id },
  { head: heads.name, isForeign: true, of: ({ name }) => name },
  { head: heads.email, isForeign: true, of: ({ contactEmail }) => contactEmail },
  { head: heads.status, of: ({ enabled }) => (enabled ? 'enabled' : 'disabled') },
  {
    head: { en: 'Fee for cards (%)', es: 'Comisión por tarjetas (%)', pt: 'Taxa de cartões (%)' },
    of: ({ settings }) => percent(settings.cardFeeBasisPoints),
  },
  {
    head: {
      en: 'Fee for USDT in (%)',
      es: 'Comisión por USDT recibido (%)',
      pt: 'Taxa de USDT recebido (%)',
    },
    of: ({ settings }) => percent(settings.cryptoFeeBasisPoints),
  },
  {
    head: {
      en: 'Fee for payouts (%)',
      es: 'Comisión por pagos a terceros (%)',
      pt: 'Taxa de pagamentos a terceiros (%)',
    },
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
