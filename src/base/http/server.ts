import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { databaseUnavailable, isDatabaseUnavailable, isUnstorableText } from '../db/errors.ts';
import { PasarelaError, validationFailed } from '../ground/errors.ts';
import type { Logger } from '../ground/logger.ts';
import { beginSpan, isTracing, readTraceparent, type Span, withinRequest } from '../ground/trail.ts';
import { boundConnections } from './bound-connections.ts';
import { type Face, faceOfPath, problemOf, shapeProblem } from './faces.ts';
import { compileOnUse } from './lazy-schemas.ts';
import { boundPatterns } from './request/bounded-pattern.ts';
import { createClientErrors } from './request/client-errors.ts';
import { refuseUnknownFields } from './request/close-bodies.ts';
import { foldMethod } from './request/fold-method.ts';
import { parseJsonBody } from './request/json-body.ts';
import { requestIdFor, requestIdHeader } from './request/request-id.ts';
import { faultsOf } from './request/validation.ts';
import { wantsJson } from './request/wants-json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    face?: Face;
    /** The handler also needs the raw body, because a signature covers it. */
    keepsBytes?: true;
  }
  interface FastifyRequest {
    /** Measured with `performance.now()`. */
    startedAtMs: number;
    /** Answers if the handler does not in time; null: no longer needed. */
    patience: NodeJS.Timeout | null | undefined;
    /** Why the request was refused. */
    refusal: PasarelaError | undefined;
    /** Set on routes with `keepsBytes`. */
    bodyBytes: Buffer | undefined;
    /** Set if tracing is on. */
    span: Span | undefined;
  }
}

export type App = FastifyInstance<
  import('fastify').RawServerDefault,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The largest charge request is some 30 KB; no legitimate one comes near this. */
const bodyLimitBytes = 64 * 1024;
/** A path may contain the hash of a crypto order; the longest possible one is some 5,370 characters. */
const maxParamLength = 5_400;
/**
 * A database that neither answers nor hangs up must not make callers wait for ever. Longer than any statement or card
 * processor may take: those end with an answer of their own.
 */
const answerTimeoutMs = 20_000;
/** A client that does not finish sending its request is cut off. */
const requestTimeoutMs = 30_000;
/** How often Node.js checks for such clients. */
const timeoutCheckMs = 5_000;
/** A client that does not read its answer is cut off when nothing has moved for so long; streams beat more often. */
const connectionTimeoutMs = 60_000;
/** After one visit in live, browsers use only https for a year. */
const strictTransport = 'max-age=31536000';
const withSubdomains = '; includeSubDomains';
/** For every answer that is not a page: in a browser it runs nothing, loads nothing and cannot be framed. */
const noPage = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const policyHeader = 'content-security-policy';

export interface ServerOptions {
  config: {
    mode: 'sandbox' | 'live';
    tls: { cert: string; key: string } | null;
    trustProxy: string[] | null;
    /** Whether browsers must use https on every subdomain too. */
    hstsSubdomains: boolean;
  };
  logger: Logger;
  /** The host of each face, if they differ; a face then answers only there. */
  hosts: ReadonlyMap<Face, string> | null;
  /** Renders an error page of the checkout. */
  errorPage(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
  ): FastifyReply | Promise<FastifyReply>;
  /** Called with every answer just before it is sent. */
  onResponse(request: FastifyRequest, reply: FastifyReply, route: RouteConfig | undefined, ms: number): void;
}

/** Continues the caller's trace. */
function beginRequestSpan(request: FastifyRequest): Span | null {
  const { url = 'none' } = request.routeOptions;
  const span = beginSpan(`${request.method} ${url}`, {
    kind: 'server',
    parent: readTraceparent(request.headers.traceparent),
    attributes: { 'http.request.method': request.method, 'http.route': url, 'request.id': request.id },
  });
  request.span = span ?? undefined;
  return span;
}

/** The config of the matched route; Fastify builds a new object at every access. */
export type RouteConfig = FastifyRequest['routeOptions']['config'];

export function createServer(options: ServerOptions): App {
  const { config, hosts } = options;
  const safeHeaders: Readonly<Record<string, string>> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(config.mode === 'live' && {
      'strict-transport-security': strictTransport + (config.hstsSubdomains ? withSubdomains : ''),
    }),
  };
  const clientErrors = createClientErrors({
    headers: { ...safeHeaders, [policyHeader]: noPage },
    newRequestId: randomUUID,
    onRefused: (reqId, status, cause) => options.logger.info({ reqId, status, cause }, 'unreadable request'),
  });
  const serverOptions = {
    connectionsCheckingInterval: timeoutCheckMs,
    // A request without it is refused below, in its own shape.
    requireHostHeader: false,
  };
  const app = fastify({
    // We log below what is worth an entry. Fastify's own logging would cost every request a logger and two listeners.
    logger: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    trustProxy: config.trustProxy ?? false,
    ...(config.tls ? { https: { ...config.tls, ...serverOptions } } : { http: serverOptions }),
    clientErrorHandler: clientErrors.answer,
    genReqId: (request: IncomingMessage) => requestIdFor(request.headers[requestIdHeader]),
    rewriteUrl: foldMethod,
    routerOptions: { maxParamLength },
    // While draining, requests on open connections are still answered; see `drain` in main.ts.
    return503OnClosing: false,
    schemaController: compileOnUse(),
    ajv: {
      customOptions: {
        allErrors: true,
        verbose: true,
        coerceTypes: false,
        removeAdditional: false,
        keywords: ['expected', 'x-name', 'x-as'],
      },
      plugins: [boundPatterns],
    },
    // URLs that the router cannot parse never reach a route or its hooks.
    async frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      await fail(request, reply, error);
      options.onResponse(request, reply, request.routeOptions.config, 0);
    },
  } as object).withTypeProvider<TypeBoxTypeProvider>() as unknown as App;

  boundConnections(app.server, () =>
    options.logger.info('a connection sent too many requests ahead, and was closed'),
  );
  app.addHook('onRoute', refuseUnknownFields);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json(?:;|$)/,
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done: (error: Error | null, body?: unknown) => void) => {
      const type = request.headers['content-type'] ?? '';
      const charset = type.includes(';') && /charset="?([\w-]+)/i.exec(type)?.[1];
      if (charset && charset.toLowerCase() !== 'utf-8' && charset.toLowerCase() !== 'utf8') {
        done(
          new PasarelaError('unsupported_media_type', `JSON is read as UTF-8; the charset was ${charset}.`),
        );
        return;
      }
      if (request.routeOptions.config.keepsBytes) request.bodyBytes = body;
      try {
        done(null, parseJsonBody(body));
      } catch (error) {
        done(error as Error);
      }
    },
  );

  // Hooks on every request take a callback: a promise each would cost more than their work.
  app.decorateRequest('startedAtMs', 0);
  app.decorateRequest('patience', undefined);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('keyShown', undefined);
  app.decorateRequest('apiKey', undefined);
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('bodyBytes', undefined);
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAtMs = performance.now();
    process.nextTick(beginPatience, request, reply);
    clientErrors.begin(request, reply);
    passOverEmptyBody(request);
    const face = hosts && request.routeOptions.config.face;
    const host = face && hosts.get(face);
    done(headFault(request) ?? (host && request.host.toLowerCase() !== host ? notFound() : undefined));
  });
  // After the body is read: the socket's events would start outside the request's context.
  app.addHook('preHandler', (request, _reply, done) => {
    const isTold = request.method !== 'GET' || isTracing();
    if (!isTold || request.routeOptions.config.face === 'operator') done();
    else withinRequest(request.id, beginRequestSpan(request), done);
  });
  // Not `onResponse`, which adds two listeners to every answer and removes them again.
  app.addHook('onSend', (request, reply, _payload, done) => {
    clearTimeout(request.patience ?? undefined);
    request.patience = null;
    // An answer to one merchant is private. A cache in between may not know this, since keys come in headers of their
    // own.
    const { config: route } = request.routeOptions;
    const mayBeKept = route?.face !== undefined;
    if (mayBeKept && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (!reply.hasHeader(policyHeader)) reply.header(policyHeader, noPage);
    reply.headers(safeHeaders).header(requestIdHeader, request.id);
    options.onResponse(request, reply, route, performance.now() - request.startedAtMs);
    request.span?.end({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500);
    done();
  });

  async function fail(request: FastifyRequest, reply: FastifyReply, thrown: unknown): Promise<FastifyReply> {
    const error = isCutOff(request) ? cutOff() : toPasarelaError(thrown, request.routeOptions.bodyLimit);
    const problem = problemOf(error, request.id);
    request.refusal = error;
    if (problem.status >= 500) {
      const about = { reqId: problem.requestId, code: error.code };
      const cause = error.cause ?? (thrown === error ? undefined : thrown);
      // Refused on purpose, such as readiness during a start: a stack trace says nothing.
      if (cause === undefined) options.logger.warn(about, error.message);
      else options.logger.error({ ...about, err: cause }, error.message);
    }
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
    // Set here too: a URL that the router cannot parse passes no hook.
    reply.headers(safeHeaders).header(requestIdHeader, request.id).header('cache-control', 'no-store');
    if (problem.status === 401) reply.header('www-authenticate', challengeOf(error.code));
    const path = request.url.split('?', 1)[0] ?? '';
    const routeFace = request.routeOptions.config?.face;
    // A host that belongs to one face uses its shape for every refusal; the operator's routes are on each host.
    const face =
      routeFace === 'operator' ? routeFace : (faceOfHost(request, hosts) ?? routeFace ?? faceOfPath(path));
    if (face === 'checkout' && !path.endsWith('/state') && !wantsJson(request)) {
      return options.errorPage(request, reply, problem.status);
    }
    // Bypasses the route's schema: errors have one shape per face.
    const body = JSON.stringify(shapeProblem(face, problem));
    return reply
      .code(problem.status)
      .header(policyHeader, noPage)
      .type('application/json; charset=utf-8')
      .serializer(String)
      .send(body);
  }
  app.setErrorHandler((error, request, reply) => fail(request, reply, error));
  app.setNotFoundHandler((request, reply) => fail(request, reply, notFound()));
  return app;
}

/** An empty JSON body counts as no body: Fastify would wait for its end, which takes a tenth of E1. */
function passOverEmptyBody({ headers }: FastifyRequest): void {
  const isEmpty = headers['content-length'] === '0' && headers['transfer-encoding'] === undefined;
  // curl names a form type for an empty body, too.
  if (isEmpty && headers['content-type'] !== undefined) headers['content-type'] = undefined;
}

/** The fault in the head of a request, independent of its route. */
function headFault({ method, headers, raw }: FastifyRequest): PasarelaError | undefined {
  let hosts = 0;
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    const name = raw.rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  // With two of them, a proxy may have used the other one; HTTP/1.0 needs none.
  if (hosts > 1 || (hosts === 0 && raw.httpVersion !== '1.0')) {
    return new PasarelaError('bad_request', 'Send the header Host, once.');
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^identity$/i.test(encoding) && method !== 'GET' && method !== 'HEAD') {
    return new PasarelaError('unsupported_media_type', 'Send the body as it is, without a Content-Encoding.');
  }
  return undefined;
}

/** The authentication challenge of a 401 (RFC 9110, RFC 6750). */
function challengeOf(code: PasarelaError['code']): string {
  if (code === 'token_invalid' || code === 'token_expired') {
    return 'Bearer realm="pasarela", error="invalid_token"';
  }
  return code === 'token_missing' || code === 'session_mismatch'
    ? 'Bearer realm="pasarela"'
    : 'ApiKey realm="pasarela", Bearer realm="pasarela"';
}

/**
 * Starts the timer for requests that are not answered at once. E1 is, and a timer costs more than most of its work. Not
 * Fastify's own `handlerTimeout`, which ends with the request's body instead of the answer.
 */
function beginPatience(request: FastifyRequest, reply: FastifyReply): void {
  if (request.patience === undefined) request.patience = setTimeout(giveUp, answerTimeoutMs, reply);
}

function giveUp(reply: FastifyReply): void {
  const { request } = reply;
  // A client that has not sent its whole request keeps us waiting: `requestTimeoutMs` ends that.
  if (!request.raw.complete) request.patience = setTimeout(giveUp, answerTimeoutMs, reply);
  else if (!reply.sent) reply.send(databaseUnavailable(new Error('no answer in time')));
}

/** The client disconnected before its request was complete: no one is left to answer, and nothing of ours failed. */
function isCutOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function cutOff(): PasarelaError {
  return new PasarelaError('bad_request', 'The request was cut off before its end.');
}

export function notFound(): PasarelaError {
  return new PasarelaError('not_found', 'There is nothing at this address.');
}

function faceOfHost(request: FastifyRequest, hosts: ReadonlyMap<Face, string> | null): Face | undefined {
  const faces = [...(hosts ?? [])].filter(([, host]) => host === request.host.toLowerCase());
  return faces.length === 1 ? faces[0]?.[0] : undefined;
}

/** Converts anything thrown while serving a request to a refusal with a code. */
function toPasarelaError(thrown: unknown, bodyLimit: number): PasarelaError {
  if (thrown instanceof PasarelaError) return thrown;
  if (isDatabaseUnavailable(thrown)) return databaseUnavailable(thrown);
  if (isUnstorableText(thrown)) {
    return new PasarelaError(
      'validation_failed',
      'A text has a character that cannot be stored, such as NUL. Leave it out.',
    );
  }
  const error = thrown as Partial<FastifyError>;
  if (error.validation) return validationFailed(faultsOf(error.validation));
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new PasarelaError('body_too_large', `The body is larger than ${bodyLimit / 1024} KB.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new PasarelaError('unsupported_media_type', 'Send the body as Content-Type: application/json.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new PasarelaError('invalid_json', 'The body could not be read.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound();
    default:
      return new PasarelaError('internal_error', 'Something went wrong on our side. Please try again.', {
        cause: thrown,
      });
  }
}
