import { Call, type CallOptions, type Http, type Request } from '../http.ts';

/** The data of a success, whichever of the API's two envelopes it came in. */
function dataOf<T>(body: unknown, name: string | null): T {
  const whole = body as Record<string, unknown>;
  return (name === null ? whole : whole[name]) as T;
}

export function send<T>(
  http: Http,
  request: Request,
  options?: CallOptions,
  name: string | null = 'data',
): Call<T> {
  return new Call(
    http.send(request, options).then(({ body, response }) => ({ data: dataOf<T>(body, name), response })),
  );
}

export function get<T>(
  http: Http,
  path: string,
  options?: CallOptions,
  name: string | null = 'data',
): Call<T> {
  return send(http, { method: 'GET', path }, options, name);
}

/** An act of which repeating it changes nothing more. */
export function act<T>(
  http: Http,
  path: string,
  body?: unknown,
  options?: CallOptions,
  more: Partial<Request> & { name?: string | null } = {},
): Call<T> {
  const { name = 'data', ...request } = more;
  const whole: Request = { method: 'POST', path, ...(body !== undefined && { body }), ...request };
  return send(http, whole, options, name);
}
