export function paymentLinkUrl(checkoutUrl: string, { token }: { token: string }): string {
  return `${checkoutUrl}/l/${token}`;
}
