/** Why a customer may not be sent to this address, or null. Live sends customers to https only. */
export function returnUrlFault(text: string, live: boolean): string | null {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || (!live && url?.protocol === 'http:');
  if (!url || !isWeb) {
    return live
      ? 'must be an address that starts with https://'
      : 'must be an address that starts with https:// or http://';
  }
  if (url.username || url.password) return 'must not carry a user name or password';
  return null;
}
