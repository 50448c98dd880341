import type { TextKey } from '../../texts/texts.ts';
import type { CryptoPageData, WalletPayment } from '../views/page-data.ts';
import { sendByEthereum, sendByTron, WalletRefusal } from './injected.ts';

/** Wallets may inject themselves a moment after the page has loaded. */
const lateWalletMs = 1_000;

/** Offers payment with a wallet in the browser, if one supports the order's network. */
export function offerWallet(page: CryptoPageData, payment: WalletPayment): void {
  const button = document.getElementById('wallet');
  const progress = document.getElementById('progress');
  if (!(button instanceof HTMLButtonElement) || !progress) return;
  const say = (key: TextKey): void => {
    progress.textContent = page.texts[key] ?? '';
  };

  const offer = (): void => {
    const injected = payment.family === 'evm' ? window.ethereum : (window.tronLink ?? window.tronWeb);
    if (injected && !wasSent(page)) button.hidden = false;
  };

  button.addEventListener('click', async () => {
    if (button.hasAttribute('aria-disabled')) return;
    button.setAttribute('aria-disabled', 'true');
    say('wallet_waiting');
    try {
      await (payment.family === 'evm' ? sendByEthereum(payment) : sendByTron(payment));
      rememberSent(page);
      button.hidden = true;
      say('wallet_sent');
    } catch (error) {
      say(error instanceof WalletRefusal ? error.text : 'wallet_failed');
    } finally {
      button.removeAttribute('aria-disabled');
    }
  });

  if (wasSent(page)) say('wallet_sent');
  offer();
  addEventListener('ethereum#initialized', offer);
  setTimeout(offer, lateWalletMs);
}

/** Includes the version, and so the amount: after a partial payment, the rest may be sent the same way. */
const sentKey = (page: CryptoPageData): string => `sent ${page.version}`;

function wasSent(page: CryptoPageData): boolean {
  try {
    return sessionStorage.getItem(sentKey(page)) !== null;
  } catch {
    return false;
  }
}

function rememberSent(page: CryptoPageData): void {
  try {
    sessionStorage.setItem(sentKey(page), '1');
  } catch {
    // Storage may be blocked; then only the page's current text guards against a second payment.
  }
}
