import { parse, parseNumberAndBigInt } from 'lossless-json';

/** Errors that java-tron returns as `{"Error": "class … : …"}`, with HTTP status 200. */
export class ParseFault extends Error {
  readonly javaClass: string;

  constructor(message: string, javaClass = 'org.tron.core.services.http.JsonFormat$ParseException') {
    super(message);
    this.javaClass = javaClass;
  }
}

const hex = /^(0x)?([0-9a-fA-F]{2})*$/;

/** Parameters of a call, from the query or a JSON body: an absent one has the default of its type, as in protobuf. */
export class Params {
  readonly #values: Record<string, unknown>;

  constructor(values: unknown) {
    this.#values = typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {};
  }

  static fromJson(text: string): Params {
    try {
      return new Params(parse(text, null, { parseNumber: parseNumberAndBigInt }));
    } catch (error) {
      throw new ParseFault((error as Error).message, 'com.alibaba.fastjson.JSONException');
    }
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined && this.#values[name] !== null;
  }

  text(name: string): string {
    return this.has(name) ? String(this.#values[name]) : '';
  }

  texts(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : this.has(name) ? [String(value)] : [];
  }

  flag(name: string): boolean {
    return this.text(name) === 'true';
  }

  integer(name: string): bigint {
    const text = this.text(name);
    if (text === '') return 0n;
    if (!/^-?\d+$/.test(text)) throw new ParseFault(`Couldn't parse integer: For input string: "${text}"`);
    return BigInt.asIntN(64, BigInt(text));
  }

  bytes(name: string): Buffer {
    const text = this.text(name);
    if (!hex.test(text)) throw new ParseFault('INVALID hex String');
    return Buffer.from(text.replace(/^0x/, ''), 'hex');
  }

  object(name: string): Params {
    return new Params(this.#values[name]);
  }

  list(name: string): Params[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map((item) => new Params(item)) : [];
  }
}
