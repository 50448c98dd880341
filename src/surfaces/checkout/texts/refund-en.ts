import type { RefundTexts } from './refund-es.ts';

export const refundEn: RefundTexts = {
  payout_title: '{merchant} gives you back {amount}',
  payout_from: 'Refund from',
  payout_choose_heading: 'Where do you want your {asset} back?',
  payout_rate: 'At 1 {asset} = {rate} USD, as in your payment, fixed on',
  payout_checking_title: 'Your refund is being checked',
  payout_checking_text:
    'A person looks at refunds of this amount before they are sent. You need do nothing: this page shows when it goes.',
  payout_queued_title: 'Your refund goes out shortly',
  payout_waiting_title: 'Your refund is waiting',
  payout_waiting_busy:
    'The network is very busy and expensive just now. Your money is safe and goes out by itself when it calms down.',
  payout_waiting_preparing:
    'We are preparing the wallet that it is sent from. Your money is safe and goes out by itself; you need do nothing.',
  payout_waiting_network:
    'The connection to the network is interrupted. Your money is safe and goes out by itself as soon as it is back.',
  payout_waiting_check:
    'It takes longer than usual: something has to be checked before it is sent. Your money is safe; you need do nothing.',
  payout_sending_title: 'We are sending your refund',
  payout_confirming_title: 'Your refund is on its way',
  payout_success_title: 'Your refund has arrived',
  payout_success_text:
    '{merchant} gave you back {amount} {asset}, and they are in your wallet. You can keep this page as your receipt.',
  payout_expired_title: 'The time to collect your refund has run out',
  payout_expired_text:
    'Nobody confirmed a wallet in time, and nothing was sent. Write to {merchant} with the reference below and ask for it anew.',
  payout_canceled_title: 'This refund was canceled',
  payout_canceled_text:
    'Nothing was sent. If you did not expect that, write to {merchant} with the reference below.',
  payout_rejected_title: 'This refund was not approved',
  payout_rejected_text: 'It was checked and not sent. Write to {merchant} with the reference below.',
  payout_failed_title: 'Your refund could not be sent',
  payout_failed_reverted:
    'The network refused the transfer to this wallet, and nothing reached you. Write to {merchant} with the reference below and ask for it anew.',
  payout_failed_not_carried:
    'The network did not carry the transfer out, and nothing reached you. Write to {merchant} with the reference below and ask for it anew.',
  payout_no_network_text:
    'We cannot send on any network right now. Your money is safe; this page tries again by itself.',
};
