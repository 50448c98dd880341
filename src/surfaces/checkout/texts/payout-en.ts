import type { PayoutTexts } from './payout-es.ts';

export const payoutEn: PayoutTexts = {
  payout_test_mode: 'Test mode: only test {asset} on test networks. No real money is sent.',
  payout_title: '{merchant} pays you {amount}',
  payout_from: 'Payment from',
  payout_amount_due: 'You will receive',
  payout_amount_paid: 'You received',
  payout_choose_heading: 'Where do you want to receive your {asset}?',
  payout_choose_text:
    '{asset} is a digital dollar. Choose a network and paste the address that your wallet or exchange shows for it.',
  payout_exact: 'You receive exactly {amount} {asset}',
  payout_rate: 'At 1 {asset} = {rate} USD, fixed on',
  payout_no_fee: 'You pay no fee: {merchant} bears the cost of sending.',
  payout_network_legend: 'Network',
  payout_address_evm: 'The address begins with 0x',
  payout_address_tron: 'The address begins with T',
  payout_speed_quarter_hour: 'Arrives in about 15 minutes',
  payout_speed_minutes: 'Arrives in a minute or two',
  payout_speed_seconds: 'Arrives within seconds',
  payout_help_heading: 'Which network do I choose?',
  payout_help_text:
    'Open your wallet or exchange, tap “Receive” or “Deposit” and choose {asset}: there you see which networks it takes. Choose the same network here and copy the address it shows. If network and address are not of the same wallet, the money is lost.',
  payout_wallet_label: 'Address of your wallet',
  payout_wallet_hint: 'Copy it from your wallet and paste it; do not type it by hand.',
  payout_never_keys: 'We never ask for the key or the secret words of your wallet. Give them to nobody.',
  payout_continue: 'Continue',
  payout_wallet_missing: 'Paste the address of your wallet.',
  payout_wallet_long: 'That is too long to be an address. Copy the address alone.',
  payout_wallet_shortened: 'The address is cut short with dots. Copy all of it with the copy button.',
  payout_wallet_spaces:
    'There is a space or an invisible character inside the address. Copy it again, with nothing else.',
  payout_wallet_letters:
    'The letter “{letter}” is in no address: it only looks like one that is. Do not use this text; copy the address straight from your wallet.',
  payout_wallet_name:
    'That looks like a name or an e-mail address. The address itself is needed: the one that begins with {start}.',
  payout_wallet_hash:
    'That is a transaction or a key, not an address. If it is the key of your wallet, show it to nobody. Copy the address that “Receive” shows.',
  payout_wallet_malformed:
    'That is not an address of {network}: it begins with {start} and has {length} characters; this has {count}.',
  payout_wallet_checksum:
    'The address has a mistake: one of its characters is not right. Copy it again from your wallet.',
  payout_wallet_of_tron:
    'That address is of Tron and you chose {network}. Choose Tron, or paste an address that begins with 0x.',
  payout_wallet_other_chain:
    'This address is for another network than {network}. Copy the one of your wallet on {network}.',
  payout_wallet_of_ethereum:
    'That address is of Ethereum and you chose {network}. Choose Ethereum, or paste an address that begins with T.',
  payout_wallet_nobody: 'That address is nobody’s: what is sent there is lost. Paste the one of your wallet.',
  payout_wallet_token:
    'That is the address of the {asset} contract, not of a wallet. Paste the one of your wallet.',
  payout_wallet_ours: 'That address is ours, not yours. Paste the address of your wallet.',
  payout_wallet_frozen:
    'The issuer of {asset} has frozen that address: nothing would arrive. Use another wallet or write to {merchant}.',
  payout_wallet_blocked: 'We cannot send to that address. Use another wallet or write to {merchant}.',
  payout_wallet_not_allowed:
    '{merchant} pays only to addresses it knows, and this is not one of them. Use the one you gave them, or write to them.',
  payout_wallet_on_hold:
    'We cannot take a wallet at the moment: something has to be checked first, and that takes longer than usual. Nothing was saved. Your payment is safe; try again later.',
  payout_wallet_unavailable:
    'We cannot check that address on the network right now. Nothing was saved: try again in a minute.',
  payout_code_heading: 'Enter the code we mailed you',
  payout_code_text:
    'We sent a six-digit code to {email}, to be sure that it is you who chooses this wallet. It works for {time}.',
  payout_code_label: 'Six-digit code',
  payout_code_spam: 'Not there? Look in the spam folder, too.',
  payout_code_resend: 'Send me another code',
  payout_code_resend_wait: 'You can ask for another code in {time}.',
  payout_code_sent: 'We sent you another code. Only the newest one works.',
  payout_code_malformed: 'The code has six digits.',
  payout_code_wrong: 'That is not the code. You have {count} tries left.',
  payout_code_wrong_last: 'That is not the code. You have one try left.',
  payout_code_used_up: 'There were too many tries: that code no longer works. Ask for another one.',
  payout_code_expired: 'The code has expired. Ask for another one.',
  payout_code_too_soon: 'We have just sent you a code. You can ask for another one in {time}.',
  payout_code_locked:
    'Too many codes were asked for. For your safety the next one can be asked for in {time}.',
  payout_code_spent:
    'Too many wrong codes were entered. For your safety the next one can be asked for in {time}. To go on at once, ask {merchant} for a new link.',
  payout_code_elsewhere:
    'This code was entered in another browser, or yours does not keep cookies. To go on here, enter it here.',
  payout_code_unproven: 'Too much time has gone by. For your safety, ask for another code and enter it.',
  payout_undelivered_heading: 'The code could not be delivered',
  payout_undelivered_text: 'The mail server of {email} refused our mail, so the code did not reach you.',
  payout_undelivered_correct:
    'Write to {merchant} and ask them to correct your e-mail address. For your safety only they can. We then mail you a new code, and this page goes on by itself.',
  payout_undelivered_again:
    'If the address is right, for example because your mailbox was full, ask for another code once that is mended.',
  payout_changed:
    'Meanwhile the wallet was changed on another page. Check that the one below is yours; if not, change it.',
  payout_change: 'Change the wallet',
  payout_to_label: 'Your wallet',
  payout_amount_label: 'You receive',
  payout_fee_label: 'Fee',
  payout_fee_none: 'None',
  payout_confirmed_label: 'Confirmed on',
  payout_review_heading: 'Check before you confirm',
  payout_review_text: 'Compare the address with the one in your wallet, above all its beginning and end.',
  payout_review_contract:
    'This address belongs to a smart contract, not to a simple wallet. Exchanges and shared wallets have such addresses, but so do tokens and apps, where money is lost. Confirm only if you were given it to receive {asset}.',
  payout_irreversible: 'This cannot be undone.',
  payout_irreversible_text:
    'What is sent to a wrong address or network is lost: neither {merchant} nor we can get it back.',
  payout_confirm_button: 'Yes, send {amount} {asset}',
  payout_sending_form: 'One moment…',
  payout_checking_title: 'Your payment is being checked',
  payout_checking_text:
    'A person looks at payments of this amount before they are sent. You need do nothing: this page shows when it goes.',
  payout_queued_title: 'Your payment goes out shortly',
  payout_queued_text: 'Your wallet is confirmed and sending is under way. You may close this page.',
  payout_waiting_title: 'Your payment is waiting',
  payout_waiting_paused:
    'Sending is paused at the moment. Your payment is safe and goes out by itself as soon as it goes on.',
  payout_waiting_busy:
    'The network is very busy and expensive just now. Your payment is safe and goes out by itself when it calms down.',
  payout_waiting_preparing:
    'We are preparing the wallet that it is sent from. Your payment is safe and goes out by itself; you need do nothing.',
  payout_waiting_network:
    'The connection to the network is interrupted. Your payment is safe and goes out by itself as soon as it is back.',
  payout_waiting_check:
    'It takes longer than usual: something has to be checked before it is sent. Your payment is safe; you need do nothing.',
  payout_waiting_outcome:
    'The network took the transfer and we are checking what arrived. It takes longer than usual. See also your wallet: the money may be there already.',
  payout_sending_title: 'We are sending your payment',
  payout_sending_text: 'The transaction is being handed to the network. You may close this page.',
  payout_confirming_title: 'Your payment is on its way',
  payout_confirming_text:
    'We sent {amount} {asset} and the network is confirming them. You may close this page and come back by the same link.',
  payout_success_title: 'Your {asset} have arrived',
  payout_success_text:
    '{merchant} paid you {amount} {asset}, and they are in your wallet. You can keep this page as your receipt.',
  payout_expired_title: 'The time to collect has run out',
  payout_expired_text:
    'Nobody confirmed a wallet in time, and the money is back with {merchant}. Ask them for a new link.',
  payout_canceled_title: 'This payment was canceled',
  payout_canceled_text:
    'The money is back with {merchant}. If you did not expect that, write to them with the reference below.',
  payout_rejected_title: 'This payment was not approved',
  payout_rejected_text:
    'It was checked and not sent, and the money is back with {merchant}. Write to them with the reference below.',
  payout_failed_title: 'Your payment could not be sent',
  payout_failed_reverted:
    'The network refused the transfer to this wallet, and nothing reached you. The money is back with {merchant}: write to them with the reference below.',
  payout_failed_not_carried:
    'The network did not carry the transfer out, and nothing reached you. The money is back with {merchant}: write to them with the reference below.',
  payout_no_network_title: 'One moment, please',
  payout_no_network_text:
    'We cannot send on any network right now. Your payment is safe; this page tries again by itself.',
  payout_step_confirmed: 'Confirmed',
  payout_step_sending: 'Sending',
  payout_step_done: 'Received',
  payout_not_found_title: 'We cannot find this payment',
  payout_not_found_text: 'Please check that the link is complete, or ask whoever sent it for a new one.',
  payout_unavailable_title: 'One moment, please',
  payout_unavailable_text:
    'We have a passing problem. Your payment is safe: this page shows it as soon as it is back.',
  payout_bad_request_title: 'We could not read what was sent',
  payout_bad_request_text: 'Please go back to the page and try again. Nothing was changed.',
};
