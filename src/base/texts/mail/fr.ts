import type { MailTexts } from './en.ts';

export const fr: MailTexts = {
  charges: {
    greeting: (name) => `Bonjour ${name},`,
    order: 'commande',
    reference: 'référence',
    about: (paid, payment) => `Il s’agit du paiement de ${paid} (${payment}).`,
    refund: {
      subject: (amount, processor) => `${amount} ont été remboursés depuis l’espace ${processor}`,
      what: ({ amount, paid, payment, processor }) =>
        `${amount} du paiement de ${paid} (${payment}) ont été remboursés au client. Le remboursement a été fait dans l’espace ${processor}, pas ici.`,
      balance:
        'Votre solde baisse de ce montant. Si personne de votre équipe n’a fait ce remboursement, demandez à ceux qui ont accès à cet espace.',
    },
    reminder: {
      subject: (amount, until) => `${amount} : à payer avant le ${until}`,
      waits: ({ amount, merchantName, method, until }) =>
        `Votre paiement de ${amount} à ${merchantName} par ${method} n’est pas encore arrivé. Vous pouvez payer jusqu’au ${until} ; ensuite le code n’est plus accepté.`,
      open: 'Voir comment payer',
      description: 'Description',
      order: 'Commande',
      paid: 'Si vous avez déjà payé, vous n’avez rien à faire : l’argent peut arriver jusqu’au prochain jour ouvré. Ne payez pas deux fois.',
    },
    bankRefund: {
      subject: (merchantName) => `Où ${merchantName} doit-il envoyer votre remboursement ?`,
      intro: (merchantName, amount) =>
        `${merchantName} vous rend ${amount}. Ouvrez ce lien et indiquez le compte bancaire qui doit recevoir l’argent :`,
      open: 'Lien',
      paid: 'Du paiement de',
      description: 'Description',
      order: 'Commande',
      never: 'Nous ne demandons jamais de mot de passe, de numéro de carte ni de code de votre banque.',
      stranger: (merchantName) =>
        `Ne donnez ce lien à personne : qui l’a peut indiquer un autre compte. Si vous ne savez pas de quel paiement il s’agit, écrivez à ${merchantName}.`,
    },
    bankDetails: {
      subject: (amount) => `Virez ${amount} à un client`,
      corrected: (amount) => `Le client a changé le compte du remboursement de ${amount}`,
      what: (amount) =>
        `Le client a indiqué le compte bancaire pour le remboursement de ${amount}. Il se trouve sur la page du paiement, dans le tableau de bord.`,
      next: 'Virez l’argent, puis marquez-y le remboursement comme payé, avec la référence de votre virement : le client est prévenu et le montant mis de côté redevient disponible pour vous.',
      check:
        'Nous n’envoyons jamais de coordonnées bancaires par mail : prenez-les seulement dans le tableau de bord.',
    },
    authorization: {
      subject: {
        expiring: (amount) => `Encaissez ${amount} sans tarder : la réservation va expirer`,
        expired: (amount) => `${amount} n’a pas été encaissé : la réservation a expiré`,
        captured_elsewhere: (amount, processor) => `${amount} a été encaissé dans l’espace de ${processor}`,
        voided_elsewhere: (amount, processor) => `${amount} a été libéré dans l’espace de ${processor}`,
        capture_failed: (amount, processor) => `${processor} a refusé d’encaisser le paiement de ${amount}`,
        void_failed: (amount, processor) => `${processor} a refusé de libérer le paiement de ${amount}`,
      },
      what: {
        expiring: (amount) =>
          `${amount} est réservé sur la carte du client et n’est pas encaissé. À l’expiration de la réservation, l’argent revient au client et ne peut plus être encaissé.`,
        expired: (amount, processor) =>
          `Personne ne l’a encaissé à temps. ${processor} a libéré ${amount} au client ; rien n’a été débité.`,
        captured_elsewhere: (amount, processor) =>
          `Quelqu’un a encaissé ${amount} dans l’espace de ${processor}, et non ici. Votre solde augmente de ce montant.`,
        voided_elsewhere: (_amount, processor) =>
          `Quelqu’un a libéré la réservation dans l’espace de ${processor}, et non ici. Rien n’a été débité au client.`,
        capture_failed: () =>
          'Rien n’a été débité. L’argent reste réservé : encaissez-le à nouveau ou libérez-le.',
        void_failed: () => 'L’argent reste réservé : libérez-le à nouveau ou encaissez-le.',
      },
      until: (time) => `La réservation expire le ${time}.`,
    },
    dispute: {
      subject: {
        inquiry: (amount) => `La banque demande des informations sur un paiement de ${amount}`,
        open: (amount) => `La banque a repris ${amount} : une contestation est ouverte`,
        won: (amount) => `Vous avez gagné la contestation de ${amount}`,
        lost: (amount) => `Vous avez perdu la contestation de ${amount}`,
      },
      money: {
        inquiry: 'Rien n’a été prélevé. Si personne ne répond, la banque peut reprendre l’argent.',
        open: 'Votre solde est réduit de ce montant jusqu’à la décision.',
        won: 'L’argent est de nouveau à vous.',
        lost: 'L’argent reste au client.',
      },
      why: (reason) => `Motif : ${reason}.`,
      reasons: {
        fraudulent: 'le titulaire de la carte dit ne pas avoir fait ce paiement',
        unrecognized: 'le titulaire de la carte ne reconnaît pas ce paiement',
        product_not_received: 'le client dit n’avoir rien reçu',
        product_unacceptable: 'le client dit que ce qu’il a reçu n’est pas ce qu’il a acheté',
        duplicate: 'le client dit avoir été débité deux fois',
        credit_not_processed: 'le client dit qu’un remboursement promis n’a pas été fait',
        subscription_canceled: 'le client dit qu’il avait résilié',
        general: 'la banque n’a pas donné de motif',
      },
      refused: {
        subject: (amount) => `Votre réponse à la contestation de ${amount} n’a pas été acceptée`,
        what: (processor, amount) =>
          `${processor} n’a pas accepté vos preuves pour la contestation de ${amount}. Ouvrez la contestation dans le tableau de bord : la raison y est indiquée, et vous pouvez les modifier et les renvoyer.`,
        until: (time) => `La banque attend jusqu’au ${time}.`,
      },
      answerUntil: (processor, time) =>
        `Vous pouvez répondre dans l’espace ${processor} jusqu’au ${time} : ce que vous avez vendu, quand vous l’avez livré, vos échanges avec le client.`,
      answerSoon: (processor) =>
        `Répondez rapidement dans l’espace ${processor} : ce que vous avez vendu, quand vous l’avez livré, vos échanges avec le client.`,
    },
    movement: {
      subject: {
        own: (sum, processor) => `Un mouvement de ${sum} sur votre compte ${processor} est expliqué`,
        added: (sum) => `${sum} ont été ajoutés à votre solde`,
        taken: (sum) => `${sum} ont été débités de votre solde`,
      },
      what: {
        own: (processor, sum, reference) =>
          `${processor} a enregistré un mouvement de ${sum} sur votre propre compte (${reference}), resté sans explication. Il est maintenant comptabilisé comme le vôtre.`,
        added: (processor, sum, reference) =>
          `${processor} a enregistré un mouvement de ${sum} (${reference}) qui vous revient. Votre solde augmente de ce montant.`,
        taken: (processor, sum, reference) =>
          `${processor} a enregistré un mouvement de ${sum} (${reference}) qui vous concerne. Votre solde baisse de ce montant.`,
      },
      note: (note) => `Note : ${note}`,
    },
    unexpected: {
      subject: {
        late: (came) => `${came} reçus en retard : à accepter ou à rendre`,
        second: (came) => `${came} reçus une seconde fois : à accepter ou à rendre`,
        other_amount: (came) => `Un autre montant est arrivé (${came}) : à accepter ou à rendre`,
        refused: (came) => `${came} n’ont pas pu être rendus`,
      },
      what: {
        late: (came, processor) => `${came} sont arrivés chez ${processor} après la fin du paiement.`,
        second: (came, processor) =>
          `${came} sont arrivés chez ${processor} alors que le paiement était déjà réglé.`,
        other_amount: (came, processor) =>
          `${came} sont arrivés chez ${processor}, ce qui n’est pas le montant demandé.`,
      },
      refused: (processor, reason) => `${processor} a refusé de les rendre : ${reason}.`,
      decide:
        'Cet argent n’est pas encore dans votre solde. Acceptez-le ou rendez-le sur la page du paiement dans le tableau de bord, ou par l’API. Le client voit sur la page de paiement que c’est à vous de décider.',
    },
    warning: {
      subject: {
        fraud: (paid) => `Fraude possible : un paiement de ${paid}. Ne livrez pas encore`,
        claim: (paid) => `Un client a fait une réclamation sur un paiement de ${paid}`,
      },
      notTaken: 'Rien n’a encore été prélevé.',
      what: {
        fraud: () =>
          'La banque de la carte ou le prestataire de paiement pense à une fraude. Ne livrez pas ce qui ne l’est pas encore et remboursez vite : un remboursement coûte moins cher qu’une contestation.',
        claim: (processor) =>
          `Le client a fait une réclamation auprès de ${processor}. Répondez dans son espace ou remboursez le paiement : sinon, l’argent peut être repris.`,
      },
      says: (processor, reason) => `Indication de ${processor} : ${reason}.`,
    },
  },
  orders: {
    waiting: {
      subject: (count) =>
        count === 1
          ? 'Un paiement en crypto attend votre décision'
          : `${count} paiements en crypto attendent votre décision`,
      greeting: (name) => `Bonjour ${name},`,
      intro:
        'Un paiement est arrivé en retard, incomplet, en double ou au-dessus du prix. Décidez ce que devient l’argent.',
      order: 'Commande',
      asked: 'À payer',
      received: 'Reçu',
      credited: 'Crédité à votre compte, avant frais',
      undecided: 'À décider',
      alreadyPaid: (payment, method, at) =>
        `Son lien était déjà payé : paiement ${payment} (${method}, ${at}). Nous vous conseillons de rembourser cet argent ; si vous l’acceptez, il devient un deuxième paiement.`,
      stock: (left, stock, pieces) =>
        `Son lien a encore ${left} unités sur ${stock}, et ce paiement en demande ${pieces} : ne l’acceptez que si vous pouvez livrer.`,
      more: (count) => `… et ${count} de plus.`,
      decide: 'Décidez pour chacun par un appel, avec vos identifiants :',
      accept:
        '"accept" l’accepte comme paiement, ou garde ce qui a été payé en trop. "refund" le rembourse : le client reçoit par e-mail un lien pour indiquer son portefeuille ; là où rien n’est envoyé d’ici, l’opérateur l’envoie.',
      refundFirst: 'Les paiements d’un lien déjà payé viennent en premier : "refund" les rembourse.',
    },
    reversed: {
      subject: (count) =>
        count === 1 ? 'Le réseau a annulé un paiement' : `Le réseau a annulé ${count} paiements`,
      greeting: (name) => `Bonjour ${name},`,
      intro: (network) =>
        `Le réseau ${network} a annulé des paiements qui étaient définitifs. C’est très rare. Votre solde baisse de ces montants :`,
      line: (orderId, amount) => `Commande ${orderId} : ${amount}`,
      outro:
        'Ne livrez plus rien pour ces commandes tant qu’elles ne sont pas payées à nouveau : les paiements qui reviennent sont crédités automatiquement, et vous en êtes informé. Tant que votre solde est négatif, vos versements et remboursements attendent.',
    },
    stray: {
      subject: (count) =>
        count === 1
          ? 'Un client a payé sur un autre réseau ou dans une autre monnaie'
          : `${count} paiements sont arrivés sur un autre réseau ou dans une autre monnaie`,
      greeting: (name) => `Bonjour ${name},`,
      intro:
        'Cet argent est arrivé à des adresses de vos commandes, mais pas comme elles le demandaient. Il ne compte pour aucune :',
      line: (orderId, came, network, asked) =>
        `Commande ${orderId} : ${came} reçus sur ${network} ; la commande se paie en ${asked}`,
      outro:
        'Vous n’avez rien à faire. L’opérateur de ce service décide : il peut le compter pour la commande si c’est la même monnaie, ou le renvoyer. Le client le voit sur la page de paiement.',
    },
  },
  payouts: {
    code: {
      subject: (merchantName) => `Votre code pour recevoir le versement de ${merchantName}`,
      intro: (merchantName) =>
        `${merchantName} vous envoie un versement. Pour confirmer que le portefeuille ci-dessous est le vôtre, saisissez ce code sur la page du versement :`,
      code: 'Code',
      amount: 'Vous recevez',
      network: 'Réseau',
      address: 'Adresse',
      valid: (minutes) => `Le code est valable ${minutes} minutes, et seulement pour cette adresse.`,
      compare: 'Comparez l’adresse avec celle de votre portefeuille avant de saisir le code.',
      stranger: (merchantName) =>
        `Si ce n’était pas vous, n’utilisez pas le code et ne le donnez à personne : sans lui, rien n’est envoyé. Prévenez ${merchantName}, car quelqu’un d’autre a le lien de votre versement.`,
    },
    wrongCodes: {
      subject: 'Quelqu’un essaie des codes sur le lien d’un versement',
      text: (payoutId, hours) =>
        `Trop de codes faux ont été saisis sur la page du versement ${payoutId}. Pendant ${hours} heures, aucun autre code n’est envoyé. Quelqu’un d’autre a peut-être le lien : en attendant, le bénéficiaire ne peut pas recevoir le versement.\n\nCréez un nouveau lien et envoyez-le au bénéficiaire seul ; l’ancien cesse de fonctionner et les codes sont comptés à nouveau :\nPOST /payment/${payoutId}/link\n`,
    },
    refusedCodes: {
      subject: (count) =>
        count === 1
          ? 'Le bénéficiaire d’un versement ne reçoit pas son code'
          : `Les bénéficiaires de ${count} versements ne reçoivent pas leur code`,
      greeting: (name) => `Bonjour ${name},`,
      intro:
        'Le serveur de messagerie a refusé définitivement l’e-mail avec le code, ou avec le lien d’un remboursement, dont le bénéficiaire a besoin. L’adresse e-mail est probablement mal écrite.',
      payout: 'Versement',
      email: 'E-mail',
      answer: 'Réponse du serveur de messagerie',
      more: (count) => `… et ${count} de plus.`,
      correct:
        'Demandez l’adresse au bénéficiaire et corrigez-la par un appel, avec vos identifiants. Vous seul le pouvez :',
      after:
        'Nous envoyons alors un nouveau code, et le lien déjà reçu continue de fonctionner ; pour un remboursement, un nouveau lien.',
    },
    refundClaim: {
      subject: (merchantName) => `${merchantName} vous rembourse votre paiement`,
      intro: (merchantName, asset) =>
        `${merchantName} vous rembourse des ${asset} d’un paiement que vous avez fait. Pour les recevoir, ouvrez ce lien et indiquez votre portefeuille :`,
      amount: 'Vous allez recevoir',
      paid: 'Sur le paiement de',
      description: 'Description',
      open: 'Lien',
      until: (date) =>
        `Vous pouvez le faire jusqu’au ${date}. Ensuite, le lien ne fonctionne plus et l’argent reste au commerçant.`,
      code: 'Quand vous indiquerez votre portefeuille, nous vous enverrons un code à cette adresse e-mail.',
      keys: 'Nous ne demandons jamais la clé ni la phrase secrète de votre portefeuille.',
      stranger: (merchantName) =>
        `Ne donnez ce lien à personne. Si vous ne savez pas de quel paiement il s’agit, écrivez à ${merchantName}.`,
    },
  },
  webhooks: {
    subject: (count) =>
      count === 1
        ? 'Une notification n’a pas pu être remise'
        : `${count} notifications n’ont pas pu être remises`,
    greeting: (name) => `Bonjour ${name},`,
    intro: (count) =>
      count === 1
        ? 'Nous n’avons pas pu remettre une notification à votre serveur. Nous l’avons envoyée et répétée trois fois ; nous ne l’enverrons plus de nous-mêmes.'
        : `Nous n’avons pas pu remettre ${count} notifications à votre serveur. Nous avons envoyé et répété chacune trois fois ; nous ne les enverrons plus de nous-mêmes.`,
    transaction: 'Transaction',
    event: 'Événement',
    endpoint: 'Adresse de notifications',
    sentTo: 'Envoyée à',
    why: 'Dernière tentative',
    causes: {
      http_status: (httpStatus) =>
        `Votre serveur a répondu HTTP ${httpStatus}, et seul HTTP 200 confirme la réception : cherchez la cause dans ses journaux et répondez 200.`,
      redirect: (httpStatus) =>
        `Votre serveur a répondu par une redirection (HTTP ${httpStatus}), qui n’est pas suivie : indiquez l’adresse finale.`,
      timeout: () =>
        'Votre serveur n’a pas répondu à temps : vérifiez qu’il fonctionne et que votre pare-feu nous laisse passer, répondez 200 d’abord et faites le travail ensuite.',
      dns: () =>
        'Le nom de votre serveur n’a pas pu être résolu : vérifiez son orthographe dans l’adresse et ses enregistrements DNS.',
      bad_url: () => 'L’adresse n’est pas valide : corrigez-la.',
      refused_address: () =>
        'L’adresse mène à un réseau privé, local ou réservé : faites pointer tous ses enregistrements DNS vers des adresses publiques.',
      connection_refused: () =>
        'Votre serveur a refusé la connexion : vérifiez qu’il fonctionne et qu’il écoute sur le port de l’adresse.',
      connection_reset: () =>
        'Votre serveur a fermé la connexion sans terminer sa réponse : cherchez une erreur dans ses journaux et vérifiez votre proxy ou pare-feu.',
      unreachable: () =>
        'Il n’y a pas de route réseau vers votre serveur : vérifiez son adresse, sa configuration IPv6 et son pare-feu.',
      tls: () =>
        'La connexion sécurisée a échoué : installez un certificat valide pour ce nom, avec sa chaîne complète, d’une autorité publique.',
      protocol: () =>
        'La réponse n’était pas du HTTP/1.1 valide ou ses en-têtes étaient trop grands : vérifiez le serveur et le port de l’adresse.',
      unknown: () => 'L’envoi a échoué : vérifiez que votre serveur est joignable depuis internet.',
    },
    more: (count) => `… et ${count} de plus.`,
    replay: 'Quand votre serveur répondra de nouveau HTTP 200, demandez le renvoi de chaque événement :',
    replayAll:
      'Ou celui de tous les événements non remis depuis ce jour, en une fois (avec "dry_run": true, ils sont seulement comptés) :',
    read: 'Toutes les tentatives, avec la réponse de votre serveur, sont visibles ici :',
  },
  settlements: {
    greeting: (name) => `Bonjour ${name},`,
    paidSubject: (amount) => `${amount} vous ont été payés`,
    paid: (amount) => `les ${amount} que vous avez demandés ont été payés.`,
    ways: { bank: 'Par virement bancaire', usdt: 'En USDT' },
    reference: 'Référence',
    destination: 'Vers',
    refusedSubject: (amount) => `${amount} ne seront pas payés`,
    refused: (amount) =>
      `les ${amount} que vous avez demandés ne seront pas payés. L’argent est de nouveau disponible sur votre solde.`,
    reason: 'Motif',
    paidAs: 'Payé',
    returnedSubject: (amount) => `La banque a renvoyé ${amount}`,
    returned: (amount) =>
      `la banque a renvoyé les ${amount} que nous vous avions payés. L’argent est de nouveau disponible : redemandez-le, avec le bon compte.`,
  },
  people: {
    approvals: {
      newApprover: 'Une autre personne peut approuver des versements',
      mayApprove: (person, by, from) =>
        `${person} peut approuver des versements${from === null ? '' : ` à partir du ${from}`}. Ce rôle a été donné par ${by}.`,
      approved: 'Un versement a été approuvé',
      approvedBy: ({ by, payoutId, amount, recipient, given, needed }) =>
        `${by} a approuvé le versement de ${amount} à ${recipient} (${payoutId}). Approbations : ${given} sur ${needed}.`,
      advice:
        'Si cela vous est inconnu, ouvrez le tableau de bord, consultez « Versements » et « Utilisateurs », et changez votre mot de passe.',
    },
    invitations: {
      subject: (place) => `Une personne reçoit l’accès à ${place}`,
      waits: (by, email, role) =>
        `${by} veut donner à ${email} le rôle « ${role} ». Il prend effet quand une autre personne l’approuve dans le tableau de bord, page « Utilisateurs ». Si cela vous est inconnu, retirez-y l’invitation.`,
      given: (by, email, role) =>
        `${by} a invité ${email} avec le rôle « ${role} ». Si cela vous est inconnu, retirez l’invitation dans le tableau de bord, page « Utilisateurs ».`,
    },
    destinations: {
      subjects: {
        settlement: 'Un règlement va vers une nouvelle destination',
        address_allowed: 'Les versements pourront aller à une nouvelle adresse',
        address_unlisted: 'Une adresse sort de vos listes de versements',
      },
      by: (person) => `Demande faite par ${person}.`,
      from: (time) => `Cela prend effet le ${time}. D’ici là, aucun argent ne part par là.`,
      atOnce: 'Cela prend effet immédiatement.',
      advice: {
        settlement:
          'Si cela vous est inconnu, retirez la demande dans le tableau de bord, page « Règlements », et vérifiez qui a accès.',
        address_allowed:
          'Si elle vous est inconnue, retirez-la dans le tableau de bord, page « Plafonds et adresses », et vérifiez qui a accès.',
        address_unlisted:
          'Si cela vous est inconnu, remettez-la dans sa liste dans le tableau de bord, page « Plafonds et adresses », et vérifiez qui a accès.',
      },
    },
    account: {
      changes: {
        password_reset: 'Votre mot de passe a été changé',
        password_changed: 'Votre mot de passe a été changé',
        many_tries: 'Quelqu’un a essayé de nombreuses fois de se connecter à votre compte, sans succès',
        new_browser: 'Quelqu’un s’est connecté à votre compte avec un nouveau navigateur',
        second_factor_added: 'Votre compte demande désormais un second facteur',
        second_factor_removed: 'Votre compte ne demande plus de second facteur',
        passkey_added: 'Votre compte a une nouvelle clé d’accès',
        passkey_removed: 'Une clé d’accès a été retirée de votre compte',
        second_factors_reset: 'Le second facteur et les clés d’accès de votre compte ont été retirés',
      },
      at: (time) => `C’était le ${time}.`,
      advice:
        'Si c’était vous, ne faites rien. Sinon, choisissez tout de suite un nouveau mot de passe sur la page de connexion (« Mot de passe oublié »), retirez ce que vous ne connaissez pas dans « Mon compte » et prévenez la personne qui gère le tableau de bord.',
    },
    oneTimeLink: {
      invitation: {
        subject: (place) => `Invitation au tableau de bord de ${place}`,
        intro: (place, invitedBy) =>
          `${invitedBy} vous invite au tableau de bord des paiements de ${place}. Ouvrez ce lien pour y accéder :`,
      },
      reset: {
        subject: 'Choisissez un nouveau mot de passe',
        intro:
          'Quelqu’un a demandé un nouveau mot de passe pour votre compte. Si c’était vous, ouvrez ce lien et choisissez-le :',
      },
      until: (date) => `Le lien fonctionne une seule fois, jusqu’au ${date}.`,
      stranger:
        'Ne donnez ce lien à personne. Si vous ne l’attendiez pas, ne faites rien : rien ne change sans vous.',
    },
    contactRefused: {
      subject: (subject) => `${subject} (refusé par l’adresse de contact)`,
      note: (shop, address, answer) =>
        `L’adresse de contact de ${shop}, ${address}, n’accepte pas les e-mails. ${answer}\n` +
        'Changez-la dans « Paramètres ». En attendant, nous vous écrivons. Voici l’e-mail qui n’est pas arrivé :',
    },
  },
};
