import type { Config } from './config.ts';

/** What a live installation runs without and should not, a line each: what is missed, and what to set. */
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
