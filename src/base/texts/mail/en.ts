interface ApprovedPayout {
  by: string;
  payoutId: string;
  amount: string;
  recipient: string;
  /** The number of approvals given, and the number needed. */
  given: number;
  needed: number;
}

type SendFaultTexts = Readonly<
  Record<
    | 'http_status'
    | 'redirect'
    | 'timeout'
    | 'dns'
    | 'bad_url'
    | 'refused_address'
    | 'connection_refused'
    | 'connection_reset'
    | 'unreachable'
    | 'tls'
    | 'protocol'
    | 'unknown',
    (httpStatus: number | null) => string
  >
>;

interface ReminderWords {
  amount: string;
  merchantName: string;
  method: string;
  until: string;
}

/** Texts of mails. The other languages have exactly these keys. */
export const en = {
  charges: {
    greeting: (name: string) => `Hello ${name},`,
    order: 'order',
    reference: 'reference',
    about: (paid: string, payment: string) => `It is about the payment of ${paid} (${payment}).`,
    refund: {
      subject: (amount: string, processor: string) => `${amount} was refunded in the panel of ${processor}`,
      what: ({
        amount,
        paid,
        payment,
        processor,
      }: {
        amount: string;
        paid: string;
        payment: string;
        processor: string;
      }) =>
        `${amount} of the payment of ${paid} (${payment}) went back to the customer. The refund was made in the panel of ${processor}, not here.`,
      balance:
        'Your balance is lower by this amount. If nobody of yours made this refund, ask whoever has access to that panel.',
    },
    reminder: {
      subject: (amount: string, until: string) => `${amount} can be paid until ${until}`,
      waits: ({ amount, merchantName, method, until }: ReminderWords) =>
        `Your payment of ${amount} to ${merchantName} by ${method} is not here yet. You can pay it until ${until}; after that the code is no longer accepted.`,
      open: 'See how to pay',
      description: 'Description',
      order: 'Order',
      paid: 'If you have paid already, you need do nothing: it may take until the next business day to arrive. Do not pay twice.',
    },
    bankRefund: {
      subject: (merchantName: string) => `Where should ${merchantName} send your refund?`,
      intro: (merchantName: string, amount: string) =>
        `${merchantName} is giving you back ${amount}. Please open this link and name the bank account that it should go to:`,
      open: 'Link',
      paid: 'Of the payment of',
      description: 'Description',
      order: 'Order',
      never: 'We never ask for a password, a card number or a code of your bank.',
      stranger: (merchantName: string) =>
        `Give this link to nobody: whoever has it can name another account. If you do not know which payment this is about, write to ${merchantName}.`,
    },
    bankDetails: {
      subject: (amount: string) => `Transfer ${amount} to a customer`,
      corrected: (amount: string) => `The customer changed the bank account for the refund of ${amount}`,
      what: (amount: string) =>
        `The customer named the bank account for the refund of ${amount}. You find it on the page of the payment on the dashboard.`,
      next: 'Transfer the money, then mark the refund there as paid, with the reference of your transfer: the customer is told, and the amount that is set aside is available to you again.',
      check: 'We never send bank details by mail: take them only from the dashboard.',
    },
    authorization: {
      subject: {
        expiring: (amount: string, _processor: string) => `Capture ${amount} soon: the hold is about to end`,
        expired: (amount: string, _processor: string) => `${amount} was not captured: the hold ended`,
        captured_elsewhere: (amount: string, processor: string) =>
          `${amount} was captured in the panel of ${processor}`,
        voided_elsewhere: (amount: string, processor: string) =>
          `${amount} was released in the panel of ${processor}`,
        capture_failed: (amount: string, processor: string) =>
          `${processor} refused to capture the payment of ${amount}`,
        void_failed: (amount: string, processor: string) =>
          `${processor} refused to release the payment of ${amount}`,
      },
      what: {
        expiring: (amount: string, _processor: string) =>
          `${amount} is held on the customer's card and not captured. When the hold ends, the money goes back to the customer and can no longer be captured.`,
        expired: (amount: string, processor: string) =>
          `Nobody captured it in time. ${processor} released ${amount} to the customer; nothing was taken.`,
        captured_elsewhere: (amount: string, processor: string) =>
          `Somebody captured ${amount} in the panel of ${processor}, not here. Your balance is higher by this amount.`,
        voided_elsewhere: (_amount: string, processor: string) =>
          `Somebody released the hold in the panel of ${processor}, not here. Nothing was taken from the customer.`,
        capture_failed: (_amount: string, _processor: string) =>
          'Nothing was taken. The money is still held: capture it again, or release it.',
        void_failed: (_amount: string, _processor: string) =>
          'The money is still held: release it again, or capture it.',
      },
      until: (time: string) => `The hold ends on ${time}.`,
    },
    dispute: {
      subject: {
        inquiry: (amount: string) => `The bank asks about a payment of ${amount}`,
        open: (amount: string) => `The bank took back ${amount}: a dispute was opened`,
        won: (amount: string) => `You won the dispute over ${amount}`,
        lost: (amount: string) => `You lost the dispute over ${amount}`,
      },
      money: {
        inquiry: 'Nothing was taken. If nobody answers, the bank may take the money.',
        open: 'Your balance is lower by this amount until the dispute is decided.',
        won: 'The money is yours again.',
        lost: 'The money stays with the customer.',
      },
      why: (reason: string) => `Why: ${reason}.`,
      reasons: {
        fraudulent: 'the cardholder says that they did not make the payment',
        unrecognized: 'the cardholder does not recognise the payment',
        product_not_received: 'the customer says that nothing was delivered',
        product_unacceptable: 'the customer says that what was delivered is not what was sold',
        duplicate: 'the customer says that they were charged twice',
        credit_not_processed: 'the customer says that a refund was promised and not made',
        subscription_canceled: 'the customer says that they had canceled',
        general: 'the bank did not say why',
      },
      refused: {
        subject: (amount: string) => `Your answer to the dispute over ${amount} was not taken`,
        what: (processor: string, amount: string) =>
          `${processor} did not take your evidence for the dispute over ${amount}. Open the chargeback on the dashboard: it says why, and you can change it and send it again.`,
        until: (time: string) => `The bank waits until ${time}.`,
      },
      answerUntil: (processor: string, time: string) =>
        `You can answer in the panel of ${processor} until ${time}: what was sold, when it was delivered, what you wrote to each other.`,
      answerSoon: (processor: string) =>
        `Answer soon in the panel of ${processor}: what was sold, when it was delivered, what you wrote to each other.`,
    },
    /** A movement at a processor that was explained: `own` for one on the merchant's own account there. */
    movement: {
      subject: {
        own: (sum: string, processor: string) => `${sum} on your account at ${processor} is explained`,
        added: (sum: string) => `${sum} was added to your balance`,
        taken: (sum: string) => `${sum} was taken from your balance`,
      },
      what: {
        own: (processor: string, sum: string, reference: string) =>
          `${processor} moved ${sum} on your own account there (${reference}), which the books could not explain. It is now entered as yours.`,
        added: (processor: string, sum: string, reference: string) =>
          `${processor} moved ${sum} (${reference}), which belongs to you. Your balance is higher by this amount.`,
        taken: (processor: string, sum: string, reference: string) =>
          `${processor} moved ${sum} (${reference}), which belongs to you. Your balance is lower by this amount.`,
      },
      note: (note: string) => `Note: ${note}`,
    },
    unexpected: {
      subject: {
        late: (came: string) => `${came} came late: accept it or give it back`,
        second: (came: string) => `${came} came a second time: accept it or give it back`,
        other_amount: (came: string) => `Another amount came (${came}): accept it or give it back`,
        refused: (came: string) => `${came} could not be given back`,
      },
      what: {
        late: (came: string, processor: string) =>
          `${came} came in at ${processor} after the payment had ended.`,
        second: (came: string, processor: string) =>
          `${came} came in at ${processor} although the payment was paid already.`,
        other_amount: (came: string, processor: string) =>
          `${came} came in at ${processor}, which is not what was asked for.`,
      },
      refused: (processor: string, reason: string) => `${processor} refused to give it back: ${reason}.`,
      decide:
        'It is not in your balance yet. Accept it or give it back, on the page of the payment on the dashboard or by API. The customer sees on the payment page that you decide.',
    },
    warning: {
      subject: {
        fraud: (paid: string) => `Possible fraud: a payment of ${paid}. Do not deliver yet`,
        claim: (paid: string) => `A customer complained about a payment of ${paid}`,
      },
      notTaken: 'Nothing was taken yet.',
      what: {
        fraud: (_processor: string) =>
          'The bank of the card or the processor takes it for fraud. Do not deliver what is not delivered yet, and refund it soon: a refund costs less than a dispute.',
        claim: (processor: string) =>
          `The customer complained to ${processor}. Answer in its panel, or refund the payment: else the money may be taken back.`,
      },
      says: (processor: string, reason: string) => `What ${processor} says: ${reason}.`,
    },
  },
  orders: {
    waiting: {
      subject: (count: number) =>
        count === 1
          ? 'A crypto payment waits for your decision'
          : `${count} crypto payments wait for your decision`,
      greeting: (name: string) => `Hello, ${name},`,
      intro:
        'A payment came late, short, twice, or for more than the price. Decide what becomes of the money.',
      order: 'Order',
      asked: 'To pay',
      received: 'Received',
      credited: 'Credited to you, before the fee',
      undecided: 'For you to decide',
      alreadyPaid: (payment: string, method: string, at: string) =>
        `Its link was already paid: payment ${payment} (${method}, ${at}). We suggest that you give this money back; accepting it makes it a second payment.`,
      stock: (left: number, stock: number, pieces: number) =>
        `Its link has ${left} of ${stock} left, and this payment is for ${pieces}: accept it only if you can deliver.`,
      more: (count: number) => `… and ${count} more.`,
      decide: 'Decide each by one call, with your credentials:',
      accept:
        '"accept" takes it as the payment, or keeps what was paid too much. "refund" gives it back: the customer is mailed a link to say where to; where nothing is sent from here, the operator sends it.',
      refundFirst: 'Payments of a link that was already paid come first here: "refund" gives them back.',
    },
    reversed: {
      subject: (count: number) =>
        count === 1 ? 'The network took back a payment' : `The network took back ${count} payments`,
      greeting: (name: string) => `Hello ${name},`,
      intro: (network: string) =>
        `The network ${network} took back payments that were final. That is very rare. Your balance went down by these amounts:`,
      line: (orderId: string, amount: string) => `Order ${orderId}: ${amount}`,
      outro:
        'Hand over nothing more for these orders until they are paid again: payments that come back are credited by themselves, and you are told. While your balance is negative, your payouts and refunds wait.',
    },
    stray: {
      subject: (count: number) =>
        count === 1
          ? 'A customer paid on the wrong network or in the wrong coin'
          : `${count} payments came on the wrong network or in the wrong coin`,
      greeting: (name: string) => `Hello ${name},`,
      intro:
        'This money came to addresses of your orders, but not as the orders asked. It counts for none of them:',
      line: (orderId: string, came: string, network: string, asked: string) =>
        `Order ${orderId}: ${came} came on ${network}; the order is paid in ${asked}`,
      outro:
        'You need not do anything. The operator of this service decides: they can count it for the order where it is the same coin, or send it back. The customer sees it on the payment page.',
    },
  },
  payouts: {
    code: {
      subject: (merchantName: string) => `Your code to collect from ${merchantName}`,
      intro: (merchantName: string) =>
        `${merchantName} is sending you a payment. To confirm that the wallet below is yours, enter this code on the page of the payment:`,
      code: 'Code',
      amount: 'You receive',
      network: 'Network',
      address: 'Address',
      valid: (minutes: number) => `The code works for ${minutes} minutes, and only for this address.`,
      compare: 'Compare the address with the one in your wallet before you enter the code.',
      stranger: (merchantName: string) =>
        `If this was not you, do not use the code and give it to nobody: without it nothing is sent. Tell ${merchantName}, because somebody else has the link of your payment.`,
    },
    wrongCodes: {
      subject: 'Somebody is trying codes on the link of a payout',
      text: (payoutId: string, hours: number) =>
        `Too many wrong codes were entered on the page of payout ${payoutId}. For ${hours} hours no further code is mailed. Somebody else may have the link: the recipient cannot collect meanwhile.\n\nMake a new link and send it to the recipient alone; the one before dies, and codes are counted anew:\nPOST /payment/${payoutId}/link\n`,
    },
    refusedCodes: {
      subject: (count: number) =>
        count === 1
          ? 'The recipient of a payout gets no code'
          : `The recipients of ${count} payouts get no code`,
      greeting: (name: string) => `Hello, ${name},`,
      intro:
        'The mail server refused for good the mail with the code, or with the link of a refund, that the recipient needs to collect. Most likely the e-mail address is misspelled.',
      payout: 'Payout',
      email: 'E-mail',
      answer: 'Answer of the mail server',
      more: (count: number) => `… and ${count} more.`,
      correct:
        'Ask the recipient for the address and correct it by one call, with your credentials. Only you can:',
      after: 'We then mail a new code, and the link they have goes on working; of a refund, a new link.',
    },
    refundClaim: {
      subject: (merchantName: string) => `${merchantName} is giving your payment back`,
      intro: (merchantName: string, asset: string) =>
        `${merchantName} is giving you back ${asset} of a payment that you made. To receive them, open this link and say to which wallet:`,
      amount: 'You will receive',
      paid: 'Of the payment of',
      description: 'Description',
      open: 'Link',
      until: (date: string) =>
        `You can do so until ${date}. After that the link no longer works, and the money stays with the merchant.`,
      code: 'When you enter your wallet we mail you a code to this address.',
      keys: 'We never ask for the key or the secret words of your wallet.',
      stranger: (merchantName: string) =>
        `Give this link to nobody. If you do not know which payment this is about, write to ${merchantName}.`,
    },
  },
  webhooks: {
    subject: (count: number) =>
      count === 1 ? 'A notification could not be delivered' : `${count} notifications could not be delivered`,
    greeting: (name: string) => `Hello, ${name},`,
    intro: (count: number) =>
      count === 1
        ? 'We could not deliver a notification to your server. We sent it and repeated it three times; we will not send it again by ourselves.'
        : `We could not deliver ${count} notifications to your server. We sent each and repeated it three times; we will not send them again by ourselves.`,
    transaction: 'Transaction',
    event: 'Event',
    endpoint: 'Endpoint',
    sentTo: 'Sent to',
    why: 'Last try',
    /** Why the last attempt failed and what to fix; null: the English text of the delivery log is used. */
    causes: null as SendFaultTexts | null,
    more: (count: number) => `… and ${count} more.`,
    replay: 'When your server answers HTTP 200 again, ask for each event to be sent once more:',
    replayAll:
      'Or for all that were not delivered since that day, at once (with "dry_run": true they are only counted):',
    read: 'Every try, with what your server answered, can be seen at:',
  },
  settlements: {
    greeting: (name: string) => `Hello ${name},`,
    paidSubject: (amount: string) => `${amount} has been paid to you`,
    paid: (amount: string) => `the ${amount} that you asked for has been paid.`,
    ways: { bank: 'By bank transfer', usdt: 'In USDT' },
    reference: 'Reference',
    destination: 'To',
    refusedSubject: (amount: string) => `${amount} will not be paid out`,
    refused: (amount: string) =>
      `the ${amount} that you asked for will not be paid out. The money is available to you again.`,
    reason: 'Why',
    paidAs: 'Paid',
    returnedSubject: (amount: string) => `${amount} came back from the bank`,
    returned: (amount: string) =>
      `the bank sent back the ${amount} that we had paid to you. The money is available to you again: ask for it anew, with the right account.`,
  },
  people: {
    approvals: {
      newApprover: 'Somebody else can approve payouts',
      mayApprove: (person: string, by: string, from: string | null) =>
        `${person} can approve payouts${from === null ? '' : ` from ${from} on`}. ${by} gave them the role.`,
      approved: 'A payout was approved',
      approvedBy: ({ by, payoutId, amount, recipient, given, needed }: ApprovedPayout) =>
        `${by} approved the payout of ${amount} to ${recipient} (${payoutId}). Approvals: ${given} of ${needed}.`,
      advice:
        'If you do not know of it, open the dashboard, look at "Payouts" and "People", and change your password.',
    },
    invitations: {
      subject: (place: string) => `Somebody is given access to ${place}`,
      waits: (by: string, email: string, role: string) =>
        `${by} wants to give ${email} the role "${role}". It counts once somebody else has approved it on the dashboard, page "People". If you do not know of it, take the invitation back there.`,
      given: (by: string, email: string, role: string) =>
        `${by} invited ${email} to the role "${role}". If you do not know of it, take the invitation back on the dashboard, page "People".`,
    },
    destinations: {
      subjects: {
        settlement: 'A settlement goes to a new destination',
        address_allowed: 'Payouts may go to a new address',
        address_unlisted: 'An address leaves your lists for payouts',
      },
      by: (person: string) => `${person} asked for it.`,
      from: (time: string) => `It counts from ${time}. Until then no money goes that way.`,
      atOnce: 'It counts from now on.',
      advice: {
        settlement:
          'If you do not know of it, withdraw the request on the dashboard, page "Settlements", and look at who has access.',
        address_allowed:
          'If you do not know it, take it off on the dashboard, page "Limits and addresses", and look at who has access.',
        address_unlisted:
          'If you do not know of it, put it back on its list on the dashboard, page "Limits and addresses", and look at who has access.',
      },
    },
    account: {
      changes: {
        password_reset: 'Your password was changed',
        password_changed: 'Your password was changed',
        many_tries: 'Somebody tried many times to sign in to your account, and failed',
        new_browser: 'Somebody signed in to your account in a new browser',
        second_factor_added: 'Your account now asks for a second factor',
        second_factor_removed: 'Your account no longer asks for a second factor',
        passkey_added: 'Your account has a new passkey',
        passkey_removed: 'A passkey was removed from your account',
        second_factors_reset: 'The second factor and the passkeys of your account were removed',
      },
      at: (time: string) => `It was on ${time}.`,
      advice:
        'If it was you, do nothing. If not, choose a new password at once on the sign-in page ("I forgot my password"), remove what you do not know under "My account", and tell whoever runs the dashboard.',
    },
    oneTimeLink: {
      invitation: {
        subject: (place: string) => `Invitation to the dashboard of ${place}`,
        intro: (place: string, invitedBy: string) =>
          `${invitedBy} invites you to the payments dashboard of ${place}. Open this link to join:`,
      },
      reset: {
        subject: 'Choose a new password',
        intro:
          'Somebody asked for a new password for your account. If it was you, open this link and choose one:',
      },
      until: (date: string) => `The link works once, until ${date}.`,
      stranger:
        'Give this link to nobody. If you did not expect it, do nothing: nothing changes without you.',
    },
    contactRefused: {
      subject: (subject: string) => `${subject} (refused by the contact address)`,
      note: (shop: string, address: string, answer: string) =>
        `The contact address of ${shop}, ${address}, takes no mail. ${answer}\n` +
        'Change it under "Settings". Until then we write to you. This is the mail that did not arrive:',
    },
  },
};

export type MailTexts = typeof en;
