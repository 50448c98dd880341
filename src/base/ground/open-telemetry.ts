import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from './logger.ts';
import type { StartSpan, TrailFields } from './trail.ts';
import { version } from './version.ts';

/** The interval between warnings that the collector is unreachable: spans are sent all the time. */
const warnEveryMs = 60_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Sends spans to a collector by OTLP over HTTP. Loaded only if tracing is on. */
export function startOpenTelemetry(
  { endpoint, roles }: { endpoint: string; roles: ReadonlySet<string> },
  logger: Pick<Logger, 'warn'>,
): { startSpan: StartSpan; stop(): Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'pasarela',
      'service.version': version,
      'service.instance.id': crypto.randomUUID(),
      'pasarela.roles': [...roles],
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellingFaults(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), logger),
      }),
    ],
  });
  const tracer = provider.getTracer('pasarela', version);
  return {
    startSpan(name, { kind = 'internal', parent, linked, attributes = {} }) {
      const links = linked === null ? [] : [{ context: spanContextOf(linked) }];
      const options = { kind: kinds[kind], attributes: known(attributes), links };
      const span = tracer.startSpan(name, options, parent ? contextOf(parent) : ROOT_CONTEXT);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end(more = {}, hasFailed = false) {
          span.setAttributes(known(more));
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
}

function contextOf(traceparent: string): Context {
  return trace.setSpanContext(ROOT_CONTEXT, { ...spanContextOf(traceparent), isRemote: true });
}

function spanContextOf(traceparent: string): { traceId: string; spanId: string; traceFlags: number } {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

function known(fields: TrailFields): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string | number] => field[1] !== null),
  );
}

/** The SDK is silent when a collector accepts no spans, so we log it from time to time. */
function tellingFaults(exporter: SpanExporter, logger: Pick<Logger, 'warn'>): SpanExporter {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0 && performance.now() - toldAtMs > warnEveryMs) {
          toldAtMs = performance.now();
          const cause = result.error?.message ?? 'no cause given';
          logger.warn(
            { cause },
            'OTEL_EXPORTER_OTLP_ENDPOINT: the collector takes no traces; they are dropped',
          );
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
