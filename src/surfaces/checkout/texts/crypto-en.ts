import type { CryptoTexts } from './crypto-es.ts';

export const cryptoEn: CryptoTexts = {
  crypto_test_mode: 'Test mode: only test {asset} on test networks. Do not send real money.',
  choose_heading: 'On which network are your {asset}?',
  choose_text: 'Choose the network you will pay from. You can change it until you have paid.',
  choose_missing: 'Choose one of these networks.',
  choose_button: 'Continue',
  choose_amount: 'You will pay {amount} {asset}',
  choose_rate: 'At 1 {asset} = {rate} USD. When you continue, the rate is fixed for {time}.',
  wallets_evm: 'MetaMask, Trust Wallet, Coinbase Wallet and most exchanges',
  wallets_tron: 'TronLink, Trust Wallet, Binance and most exchanges',
  fee_varied: 'Network fee in {coin}: from cents to several dollars, depending on traffic',
  fee_dollars: 'Network fee in {coin}: usually a few dollars',
  fee_cents: 'Network fee in {coin}: usually a few cents, or less',
  speed_quarter_hour: 'Confirmed in about 15 minutes',
  speed_minutes: 'Confirmed in a minute or two',
  speed_seconds: 'Confirmed within seconds',
  usdt_heading: 'Pay with {asset} on {network}',
  held_left: 'Rate and address held for {time}',
  held_until: 'Rate and address held until:',
  send_label: 'Send exactly',
  rest_label: 'Still to send',
  to_label: 'To this {network} address',
  copy: 'Copy',
  copied: 'Copied',
  copy_amount: 'Copy the amount',
  copy_address: 'Copy the address',
  qr_label: 'QR code to pay',
  qr_with_amount: 'This code carries address and amount. Check both in your wallet.',
  qr_address_only: 'This code carries only the address: enter the amount yourself.',
  qr_other: 'My wallet does not read this code',
  open_wallet: 'Open in a wallet on this phone',
  wallet_button: 'Pay with the browser’s wallet',
  wallet_waiting: 'Confirm the payment in your wallet…',
  wallet_sent: 'Sent from your wallet. Do not pay again: you will see it here as soon as the network has it.',
  wallet_rejected: 'You declined it in your wallet. Nothing was sent.',
  wallet_wrong_network: 'Your wallet is on another network. Switch it to {network} and try again.',
  wallet_failed:
    'Your wallet did not answer as expected. Look in it whether the payment went out; if not, pay with the amount and address above.',
  only_usdt: 'Only {asset}, and only on {network}',
  only_usdt_text: 'Other coins, or {asset} on another network, do not count and may be lost for good.',
  fee_note:
    'The sender pays the network fee on top: the exact amount must arrive. Many exchanges take it from what you send.',
  waiting: 'Waiting for your payment…',
  rest_heading: 'Part of your payment has arrived',
  rest_text: 'We received {received} of {amount} {asset}. Send the rest before the time is up.',
  orphaned_title: 'Wait: do not send it again',
  unread_note:
    'We cannot see payments on this network at the moment. If you have sent yours, it is not lost: it will show here, with the time at which you sent it. Do not send it twice.',
  orphaned_note:
    'The network rearranged its latest blocks, and a payment that we had seen is no longer in them. It usually comes back within minutes: do not send it again.',
  change_network: 'I want to pay on another network',
  change_network_text:
    'The amount and the time left stay the same. If you have already sent your {asset}, change nothing: they will show here.',
  change_network_to: 'Change to {network}',
  rescue_heading: 'I have paid and it does not show here',
  rescue_text:
    'Copy the transaction hash (TXID) from your wallet or exchange, and we look for it on the network.',
  rescue_label: 'Transaction hash (TXID)',
  rescue_button: 'Find my payment',
  search_malformed: 'That is not a transaction hash: it has 64 characters, 0 to 9 and a to f.',
  search_wrong_recipient:
    'That transaction did not go to the address of this payment. Compare the address in your wallet.',
  search_wrong_token_or_network:
    'That transaction moved no {asset} on {network}. If you used another network or coin, write to {merchant} with the reference below.',
  search_unknown_token:
    'That transaction is on a network that we read, but it moved no coin that we accept. Only {asset} on {network} counts; we cannot see or return other coins.',
  stray_seen: 'We see {came} on {network}; you were asked to pay {asked}.',
  stray_untold: 'We will tell {merchant} as soon as the network has confirmed it.',
  stray_told: '{merchant} was told. It does not pay for this order by itself; keep the reference below.',
  stray_returned: 'It is being given back. For questions write to {merchant} with the reference below.',
  search_not_in_a_block:
    '{network} does not have that transaction in a block yet. Wait some minutes and look again.',
  search_unavailable: 'We cannot ask the network right now. Try again in a minute.',
  checking_title: 'The time is up: send nothing more',
  checking_text:
    'If you have paid, wait here: what was sent in time counts and will show as soon as the network confirms it.',
  confirming_title: 'We have seen your payment',
  confirming_text:
    '{received} {asset} arrived and the network is confirming them. You may close this page: we will tell {merchant}.',
  confirmations: '{seen} of {needed} confirmations',
  confirmations_one: '{seen} of {needed} confirmation',
  confirmations_time: 'about {time} to go',
  confirmations_time_one: 'about {time} to go',
  step_seen: 'Seen',
  step_confirming: 'Confirming',
  step_done: 'Done',
  success_title: 'Payment complete',
  overpaid_note:
    'You sent {extra} {asset} too much. To get them back, write to {merchant} with the reference below.',
  unpaid_text:
    'No payment arrived in time. If you have not paid, go back to {merchant} to start again, and send nothing to the earlier address.',
  underpaid_title: 'Not all of it arrived in time',
  underpaid_text:
    '{received} of {amount} {asset} arrived. Send no more: write to {merchant} with the reference below, to have the payment accepted or returned.',
  late_title: 'Your payment arrived late',
  late_text:
    '{received} {asset} arrived after the time was up. Write to {merchant} with the reference below, to have the payment accepted or returned.',
  returned_title: 'Payment returned',
  returned_text:
    '{merchant} noted that {received} {asset} were returned to you. If you do not see them, write with the reference below.',
  no_rate_title: 'We have no exchange rate yet',
  no_rate_text:
    'We cannot fix a fair rate for {asset} right now. You were not charged; this page will try again by itself.',
  network_label: 'Network',
  received_label: 'Received',
  rate_label: 'Rate',
  transaction_label: 'Transaction',
  see_address: 'See the address in the explorer',
};
