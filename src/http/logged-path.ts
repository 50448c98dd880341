/** An id has 36 characters; whatever in a path is longer is a secret: a payout's link, an order's hash. */
const longestId = 36;

/** The path of a request as it may stand in a log: without its query, and without secrets. */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  if (path.length <= longestId) return path;
  return path
    .split('/')
    .map((part) => (part.length > longestId ? '[secret]' : part))
    .join('/');
}
