import type { Config } from './config.ts';

/** Missing settings that a live installation should have, one text each: the risk, and what to set. */
export function liveAdvice({ mode, alertEmail, metricsToken }: Config): string[] {
  if (mode !== 'live') return [];
  return [
    ...(alertEmail === null
      ? [
          'ALERT_EMAIL is not set: nobody is written to when a network lags, payouts are held up or money is missing. Set it to the address of who is on call.',
        ]
      : []),
    ...(metricsToken === null
      ? [
          'METRICS_TOKEN is not set: /metrics answers nobody, so no alarm of Prometheus can ring. Set it to at least 16 random characters, e.g. from `openssl rand -hex 16`.',
        ]
      : []),
  ];
}
