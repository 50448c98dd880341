export interface Example {
  request?: unknown;
  answer: unknown;
}
