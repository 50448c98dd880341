/** Few enough to keep one answer to all of them small. */
const maxAtOnce = 50;

interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Questions asked in the same turn of the event loop share one call of `work`, so that many questions at once cost one
 * reading of the chain.
 */
export function gather<Question, Answer>(
  work: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];

  async function answer(some: Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await work(some.map(({ question }) => question));
      for (const [at, { resolve }] of some.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) {
        setImmediate(() => {
          const all = waiting;
          waiting = [];
          for (let at = 0; at < all.length; at += maxAtOnce) void answer(all.slice(at, at + maxAtOnce));
        });
      }
      waiting.push({ question, resolve, reject });
    });
}
