import { Call, type CallOptions, type Http, type Request } from './http.ts';

/** A page of a list. Iterate over the list itself to get all of them, page by page. */
export interface Page<Row> {
  rows: Row[];
  /** For `cursor` of the next call; null: this is the last page. */
  nextCursor: string | null;
}

/** The first page when awaited; every row when iterated by `for await`. */
export class List<Row> extends Call<Page<Row>> implements AsyncIterable<Row> {
  readonly #next: (cursor: string) => List<Row>;

  constructor(answer: Promise<{ data: Page<Row>; response: Response }>, next: (cursor: string) => List<Row>) {
    super(answer);
    this.#next = next;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    let page: Page<Row> = await this;
    for (;;) {
      yield* page.rows;
      if (page.nextCursor === null) return;
      page = await this.#next(page.nextCursor);
    }
  }
}

export function list<Row>(http: Http, request: Request, name: string, options?: CallOptions): List<Row> {
  const answer = http.send(request, options).then(({ body, response }) => {
    const { data } = body as { data: Record<string, unknown> };
    return {
      data: { rows: data[name] as Row[], nextCursor: (data.next_cursor ?? null) as string | null },
      response,
    };
  });
  return new List<Row>(answer, (cursor) =>
    list(http, { ...request, query: { ...request.query, cursor } }, name, options),
  );
}
