import pino from 'pino';

export type Logger = pino.Logger;

/** What must never stand in a log, wherever it turns up in what is logged. */
const secretNames = [
  'number',
  'securityCode',
  'card',
  'authorization',
  'password',
  'apiKey',
  'secret',
  'access_token',
  'token',
  'cookie',
];

const loggerOptions = {
  redact: {
    paths: [
      ...secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      '*["x-api-key"]',
      '*.*["x-api-key"]',
    ],
    censor: '[redacted]',
  },
  serializers: { err: describeError },
};

/** Structured lines on standard output. Written in batches: a log line never waits for the disk. */
export function createLogger(level: string): { logger: Logger; flush(): void } {
  const destination = pino.destination({ sync: false, minLength: 4096 });
  // Lines written in a quiet time still appear soon.
  setInterval(() => destination.flush(), 1_000).unref();
  return { logger: pino({ ...loggerOptions, level }, destination), flush: () => destination.flushSync() };
}

/** The same lines into memory, for tests that read them. */
export function createMemoryLogger(lines: string[]): Logger {
  return pino({ ...loggerOptions, level: 'debug' }, { write: (line: string) => lines.push(line) });
}

/** An error without the data that drivers attach to it: query parameters may hold personal data. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: string };
  return {
    type: error.name,
    message: error.message,
    ...(code && { code }),
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: error.cause.message }),
  };
}
