import type { TextKey } from '../../texts/texts.ts';
import type { WalletPayment } from '../views/page-data.ts';

/** The two kinds of wallet that inject themselves into a page, as far as a payment needs them. */

interface EthereumProvider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
}

interface TronWeb {
  defaultAddress: { base58: string | false };
  transactionBuilder: {
    triggerSmartContract(
      contract: string,
      signature: string,
      options: object,
      parameters: { type: string; value: string }[],
      from: string,
    ): Promise<{ transaction: object }>;
  };
  trx: {
    sign(transaction: object): Promise<object>;
    sendRawTransaction(signed: object): Promise<{ result?: boolean }>;
  };
}

declare global {
  interface Window {
    ethereum?: EthereumProvider;
    tronWeb?: TronWeb;
    tronLink?: { request(call: { method: string }): Promise<unknown>; tronWeb?: TronWeb };
  }
}

/** The wallet did not send, for a reason that the customer can fix. */
export class WalletRefusal extends Error {
  readonly text: TextKey;
  constructor(text: TextKey) {
    super(text);
    this.text = text;
  }
}

/** EIP-1193: the customer rejected the request. */
const userRejected = 4001;

type PaymentOf<Family> = Extract<WalletPayment, { family: Family }>;

export async function sendByEthereum(payment: PaymentOf<'evm'>): Promise<void> {
  const { ethereum } = window;
  if (!ethereum) return;
  const ask = async (method: string, ...params: unknown[]): Promise<unknown> => {
    try {
      return await ethereum.request({ method, params });
    } catch (error) {
      if ((error as { code?: unknown }).code === userRejected) throw new WalletRefusal('wallet_rejected');
      throw error;
    }
  };
  const [from] = (await ask('eth_requestAccounts')) as string[];
  try {
    await ask('wallet_switchEthereumChain', { chainId: payment.chainId });
  } catch (error) {
    if (error instanceof WalletRefusal) throw error;
    // Some wallets cannot switch on request, or do not know the network: the check below decides.
  }
  // A transfer on another network would be lost.
  if (Number(await ask('eth_chainId')) !== Number(payment.chainId)) {
    throw new WalletRefusal('wallet_wrong_network');
  }
  await ask('eth_sendTransaction', { from, to: payment.token, data: payment.callData, value: '0x0' });
}

/** The highest fee of a USDT transfer to a new address, in sun: some 13 TRX today, with a margin. */
const feeLimitSun = 60_000_000;

export async function sendByTron(payment: PaymentOf<'tron'>): Promise<void> {
  await window.tronLink?.request({ method: 'tron_requestAccounts' });
  const tronWeb = window.tronLink?.tronWeb ?? window.tronWeb;
  const from = tronWeb?.defaultAddress.base58;
  if (!tronWeb || !from) throw new WalletRefusal('wallet_rejected');
  const parameters = [
    { type: 'address', value: payment.address },
    { type: 'uint256', value: payment.amountParts },
  ];
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    payment.token,
    'transfer(address,uint256)',
    { feeLimit: feeLimitSun, callValue: 0 },
    parameters,
    from,
  );
  const signed = await tronWeb.trx.sign(transaction).catch(() => {
    throw new WalletRefusal('wallet_rejected');
  });
  const { result } = await tronWeb.trx.sendRawTransaction(signed);
  if (!result) throw new Error('the node did not take the transaction');
}
