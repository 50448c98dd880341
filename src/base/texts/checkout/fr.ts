import type { CheckoutTexts } from './en.ts';

export const fr: CheckoutTexts = {
  page: {
    payment: 'Paiement',
    pay_title: 'Payer {amount} à {merchant}',
    pay_to: 'Paiement à',
    amount_due: 'Total à payer',
    amount_held: 'Réservé sur votre carte',
    amount_paid: 'Total payé',
    amount_total: 'Total',
    reference_label: 'Référence',
    order_label: 'Commande',
    show_all: 'Tout afficher',
    page_of: 'Page de {merchant}',
    run_by: 'Exploitée par {operator}',
    support_label: 'Besoin d’aide ?',
    terms_label: 'Conditions générales',
    language_label: 'Langue',
    language_name: 'Français',
    brands_label: 'Cartes acceptées',
    card_label: 'Carte',
    date_label: 'Date',
    captured_label: 'Débité',
    refunded_label: 'Remboursé',
    form_heading: 'Informations de la carte',
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    expiry_hint: 'MM/AA',
    code: 'Code (CVV)',
    code_hint: '3 chiffres au dos',
    code_hint_amex: '4 chiffres au recto',
    name: 'Nom sur la carte',
    email: 'E-mail',
    optional: '(facultatif)',
    cpf_or_cnpj: 'CPF ou CNPJ',
    dni_or_cuit: 'DNI ou CUIT',
    cedula_or_nit: 'Cédula ou NIT',
    rut: 'RUT',
    curp_or_rfc: 'CURP ou RFC',
    dni_or_ce: 'DNI ou carte d’étranger (CE)',
    cedula: 'Carte d’identité (cédula)',
    cedula_or_ruc: 'Cédula ou RUC',
    ci_or_nit: 'Carte d’identité (CI) ou NIT',
    identity_document: 'Pièce d’identité',
    document_hint: 'Du titulaire de la carte',
    instalments: 'Mensualités',
    instalments_hint: 'Votre banque peut ajouter des intérêts si vous payez en plusieurs fois.',
    one_payment: '1 paiement de {amount}',
    several_payments: '{count} paiements de {amount}',
    pay_button: 'Payer {amount}',
    payer_name: 'Prénom et nom',
    begin_anew: 'Recommencer',
    hosted_heading: 'Paiement par carte',
    hosted_text:
      'Vous saisirez les informations de votre carte sur la page sécurisée du prestataire de paiement, puis vous reviendrez ici.',
    hosted_button: 'Continuer vers le paiement',
    encrypted: 'Connexion chiffrée.',
    privacy: '{merchant} ne voit pas et ne conserve pas votre numéro de carte.',
    test_mode:
      'Mode test, sans argent réel. Carte {number}, n’importe quelle date future, n’importe quel code.',
    test_mode_short: 'Mode test : aucun argent réel n’est débité.',
    time_left: 'Temps restant pour payer : {time}',
    summary_heading: 'Veuillez vérifier ces champs',
    paying: 'Demande à votre banque…',
    paying_long:
      'Votre banque met un peu plus de temps. Ne fermez pas cette page et ne payez pas une deuxième fois.',
    connection_lost:
      'La connexion a été perdue. Nous vérifions si le paiement est passé ; ne payez pas une deuxième fois.',
    not_sent:
      'La connexion a été coupée avant l’envoi du paiement. Vous n’avez pas été débité : veuillez réessayer.',
    limited: 'Il y a eu trop de tentatives. Par sécurité, attendez {time} avant de réessayer.',
    limited_card: 'Cette carte a été essayée trop de fois. Utilisez une autre carte, ou attendez {time}.',
    cancel: 'Annuler le paiement',
    cancel_text: 'Le paiement sera annulé et ce lien ne fonctionnera plus.',
    cancel_confirm: 'Oui, annuler',
    processing_title: 'Confirmation de votre paiement',
    processing_text:
      'Nous interrogeons votre banque. Ne payez pas une deuxième fois : cette page affichera le résultat dès qu’il arrivera.',
    authorized_title: 'Paiement autorisé',
    authorized_text:
      '{amount} est réservé sur votre carte pour {merchant}. Vous serez débité à la confirmation de {merchant}, de ce montant au plus.',
    voided_title: 'Rien n’a été débité',
    voided_text:
      'La réservation sur votre carte a été libérée. Votre banque peut mettre quelques jours à l’afficher.',
    pending_title: 'Votre banque n’a pas encore décidé',
    pending_text:
      'Nous avons votre paiement, et votre banque peut mettre quelques jours à le confirmer. Vous pouvez fermer cette page ; ne payez pas une deuxième fois.',
    at_processor_title: 'Terminez votre paiement',
    at_processor_text:
      'Saisissez les informations de votre carte sur la page sécurisée du prestataire de paiement. Si vous avez déjà payé, attendez un instant ici.',
    unpayable_title: 'Le paiement par carte est impossible pour le moment',
    unpayable_text: 'Vous n’avez pas été débité. Réessayez plus tard ou retournez chez {merchant}.',
    challenge_title: 'Votre banque veut confirmer que c’est vous',
    challenge_text:
      'Nous vous dirigeons vers la page de votre banque pour approuver {amount}. Vous reviendrez ensuite ici.',
    challenge_button: 'Continuer vers la banque',
    other_card: 'Utiliser une autre carte',
    approved_title: 'Paiement accepté',
    approved_text: '{merchant} a reçu votre paiement. Vous pouvez conserver cette page comme reçu.',
    declined_title: 'Paiement refusé',
    declined_text:
      'Le paiement n’a pas abouti et vous n’avez pas été débité. Retournez chez {merchant} pour réessayer.',
    canceled_title: 'Paiement annulé',
    canceled_text: 'Ce paiement a été annulé. Vous n’avez pas été débité.',
    expired_title: 'Le délai de paiement est écoulé',
    expired_text: 'Vous n’avez pas été débité. Retournez chez {merchant} pour commencer un nouveau paiement.',
    refunded_title: 'Paiement remboursé',
    refunded_text:
      '{merchant} a remboursé la totalité. Votre banque peut mettre quelques jours à l’afficher.',
    partially_refunded_title: 'Paiement remboursé en partie',
    partially_refunded_text:
      '{merchant} a remboursé {refunded}. Votre banque peut mettre quelques jours à l’afficher.',
    charged_back_title: 'Paiement contesté',
    charged_back_text:
      'Votre banque a annulé ce paiement. En cas de doute, contactez votre banque ou {merchant}.',
    not_found_title: 'Nous ne trouvons pas ce paiement',
    not_found_text: 'Vérifiez que le lien est complet ou demandez-en un nouveau au commerçant.',
    unavailable_title: 'Un instant, s’il vous plaît',
    unavailable_text:
      'Nous avons un problème passager. Si vous avez déjà payé, ne payez pas une deuxième fois : cette page affichera le résultat dès que possible.',
    bad_request_title: 'Nous n’avons pas pu lire ce qui a été envoyé',
    bad_request_text: 'Retournez au formulaire et réessayez. Vous n’avez pas été débité.',
    limited_title: 'Trop de tentatives d’affilée',
    limited_text: 'Attendez quelques secondes et réessayez.',
    retry: 'Réessayer',
    back_to: 'Retour chez {merchant}',
    going_back: 'Retour dans {seconds} s.',
    stay: 'Rester ici',
    method_card: 'Carte',
    method_hint_CARD: 'Crédit ou débit',
    method_hint_CRYPTO: 'Depuis votre portefeuille ou une plateforme',
    method_hint_BANK_TRANSFER: 'Depuis l’application de votre banque',
    method_hint_CASH: 'En espèces, avec un code ou un bon',
    method_hint_WALLET: 'Avec l’application de votre téléphone',
    other_way: 'Payer autrement',
    method_heading: 'Payer avec {method}',
    redirect_text: 'Vous continuerez sur la page de {method}, puis reviendrez ici.',
    instructions_intro: 'À l’étape suivante, vous recevez de quoi payer avec {method}.',
    instructions_button: 'Voir les informations de paiement',
    at_method_title: 'Terminez votre paiement',
    at_method_text:
      'Confirmez le paiement sur la page de {method}. Si c’est déjà fait, attendez ici un instant.',
    instructions_title: 'Payer avec {method}',
    instructions_text:
      'Payez exactement {amount} avec ces informations. Cette page vous préviendra dès que le paiement arrivera.',
    instructions_until: 'À payer avant le',
    instructions_scan: 'Scannez ce code avec l’application de votre banque',
    copy_label: 'Copier {label}',
    instructions_document: 'Voir chez le prestataire',
    instructions_print: 'Imprimer',
    instructions_look: 'J’ai payé',
    instructions_look_hint:
      'Nous regardons s’il est arrivé. La banque ou le magasin peut mettre un peu de temps à nous prévenir.',
    instructions_other: 'Recommencer',
    instructions_other_text:
      'Ces informations ne seront plus valables. Si vous avez déjà payé avec elles, ne recommencez pas : attendez que cette page l’affiche.',
    instructions_other_confirm: 'Oui, recommencer',
    instructions_barcode: 'Code-barres du bon',
    instructions_qr: 'QR code du paiement',
    label_pix_code: 'Code Pix (copier-coller)',
    label_boleto_line: 'Numéro du boleto',
    label_clabe: 'CLABE',
    label_payment_code: 'Code de paiement',
    label_amount_left: 'Reste à payer',
    label_reference: 'Référence',
    label_agreement: 'Numéro de convention',
    label_bank: 'Banque',
    label_beneficiary: 'Bénéficiaire',
    pending_method_title: 'Votre paiement est en cours de confirmation',
    pending_method_text:
      'Nous avons reçu votre paiement et attendons la confirmation, qui peut prendre quelques jours. Vous pouvez fermer cette page ; ne payez pas une seconde fois.',
    phone: 'Téléphone mobile',
    bank: 'Banque',
    bank_choose: 'Choisissez votre banque',
    street: 'Rue et numéro',
    city: 'Ville',
    state: 'État',
    postal_code: 'Code postal',
    payer_document_hint: 'De la personne qui paie',
    payer_name_missing: 'Saisissez votre prénom et votre nom.',
    payer_name_wrong: 'Saisissez seulement votre prénom et votre nom.',
    payer_document_missing: 'Saisissez votre document.',
    payer_document_wrong: 'Vérifiez le document : il ne correspond pas au pays.',
    phone_missing: 'Saisissez votre numéro de mobile.',
    phone_wrong: 'Vérifiez le numéro : ce doit être un mobile du pays.',
    bank_missing: 'Choisissez votre banque.',
    street_missing: 'Saisissez la rue et le numéro.',
    city_missing: 'Saisissez la ville.',
    state_missing: 'Saisissez le sigle de l’État.',
    postal_code_missing: 'Saisissez le code postal.',
    banks_away: 'La liste des banques est indisponible pour le moment. Réessayez dans un instant.',
    paid_with: 'Payé avec',
    method_privacy: 'Vos données ne vont qu’à ceux qui traitent le paiement pour {merchant}.',
    unpayable_method_title: '{method} est indisponible pour le moment',
    refusal_tries: 'Vous n’avez pas été débité. Il vous reste {count} tentatives.',
    refusal_last_try: 'Vous n’avez pas été débité. Il vous reste une tentative.',
    refusal_card_refused: 'Votre banque a refusé la carte. Essayez-en une autre ou appelez votre banque.',
    refusal_insufficient_funds: 'La carte n’a pas de fonds suffisants. Essayez-en une autre.',
    refusal_card_expired: 'La carte a expiré. Essayez-en une autre.',
    refusal_wrong_security_code: 'Le code de sécurité est incorrect. Vérifiez-le et réessayez.',
    refusal_authentication_failed:
      'Votre banque n’a pas pu confirmer que c’est vous. Réessayez ou utilisez une autre carte.',
    refusal_authentication_required: 'Votre banque veut vérifier que c’est vous. Réessayez.',
    refusal_authentication_abandoned:
      'Vous avez quitté la vérification de votre banque. Vous pouvez utiliser une autre carte.',
    refusal_test_card_required: 'En mode test, seules les cartes de test fonctionnent, comme {number}.',
    refusal_instalments_refused:
      'Votre carte ne permet pas ce nombre de mensualités. Choisissez-en un autre ou utilisez une autre carte.',
    refusal_left_page: 'Vous avez quitté la page de paiement sans payer. Vous pouvez réessayer.',
    refusal_not_processed: 'Le paiement n’est pas parvenu à votre banque. Veuillez réessayer.',
    refusal_payment_refused: 'Le paiement a été refusé. Réessayez, ou payez autrement.',
    refusal_not_paid_in_time: 'Vous n’avez pas payé à temps. Veuillez recommencer.',
    refusal_other_amount: 'Ce que nous avons reçu n’est pas le montant demandé.',
    unexpected_waiting:
      'Nous avons reçu {amount} de votre part le {date}. {merchant} en est informé et décide de l’accepter pour votre commande ou de vous le rendre.',
    unexpected_ask: 'Demandez à {merchant} avant de payer à nouveau.',
    unexpected_accepted: '{merchant} a accepté les {amount} que nous avons reçus le {date}.',
    unexpected_returning: 'Les {amount} que nous avons reçus le {date} sont en cours de remboursement.',
    unexpected_returned: 'Les {amount} que nous avons reçus le {date} vous ont été rendus.',
    number_missing: 'Saisissez le numéro de carte.',
    number_incomplete: 'Il manque des chiffres au numéro de carte.',
    number_wrong: 'Le numéro n’est pas valide. Comparez-le avec la carte.',
    expiry_missing: 'Saisissez la date d’expiration.',
    expiry_wrong: 'Saisissez le mois et l’année, par exemple 08/29.',
    expiry_past: 'Cette carte a expiré. Vérifiez la date.',
    code_missing: 'Saisissez le code de sécurité.',
    code_wrong: 'Le code comporte 3 chiffres.',
    code_wrong_amex: 'Le code comporte 4 chiffres.',
    name_missing: 'Saisissez le nom tel qu’il figure sur la carte.',
    name_wrong: 'Saisissez uniquement le nom du titulaire.',
    email_missing: 'Saisissez votre adresse e-mail.',
    email_wrong: 'L’adresse n’est pas valide. Exemple : ana@mail.com.',
    document_missing: 'Saisissez le numéro de la pièce d’identité du titulaire.',
    document_wrong: 'Le numéro n’est pas valide. Veuillez le vérifier.',
    instalments_wrong: 'Choisissez l’un des nombres de mensualités.',
  },
  crypto: {
    crypto_test_wallet: 'Payer depuis le portefeuille de test',
    crypto_test_mode:
      'Mode test : uniquement des {asset} de test sur des réseaux de test. N’envoyez pas d’argent réel.',
    choose_heading: 'Sur quel réseau sont vos {asset} ?',
    choose_text:
      'Choisissez le réseau depuis lequel vous allez payer. Vous pouvez en changer tant que vous n’avez pas payé.',
    choose_missing: 'Choisissez l’un de ces réseaux.',
    choose_button: 'Continuer',
    choose_amount: 'Vous allez payer {amount} {asset}',
    choose_rate: 'À {rates}. Quand vous continuez, le taux est fixé pour {time}.',
    wallets_evm: 'MetaMask, Trust Wallet, Coinbase Wallet et la plupart des plateformes',
    wallets_tron: 'TronLink, Trust Wallet, Binance et la plupart des plateformes',
    fee_varied: 'Frais de réseau en {coin} : de quelques centimes à plusieurs dollars, selon le trafic',
    fee_dollars: 'Frais de réseau en {coin} : en général quelques dollars',
    fee_cents: 'Frais de réseau en {coin} : en général quelques centimes, ou moins',
    speed_quarter_hour: 'Confirmé en 15 minutes environ',
    speed_minutes: 'Confirmé en une minute ou deux',
    speed_seconds: 'Confirmé en quelques secondes',
    usdt_heading: 'Payez en {asset} sur {network}',
    held_left: 'Taux et adresse réservés pendant {time}',
    held_until: 'Taux et adresse réservés jusqu’à :',
    send_label: 'Envoyez exactement',
    rest_label: 'Reste à envoyer',
    to_label: 'À cette adresse {network}',
    copy: 'Copier',
    copied: 'Copié',
    copy_amount: 'Copier le montant',
    copy_address: 'Copier l’adresse',
    qr_label: 'Code QR pour payer',
    qr_with_amount: 'Ce code contient l’adresse et le montant. Vérifiez les deux dans votre portefeuille.',
    qr_address_only: 'Ce code ne contient que l’adresse : saisissez vous-même le montant.',
    qr_other: 'Mon portefeuille ne lit pas ce code',
    open_wallet: 'Ouvrir dans un portefeuille de ce téléphone',
    wallet_button: 'Payer avec le portefeuille du navigateur',
    wallet_waiting: 'Confirmez le paiement dans votre portefeuille…',
    wallet_sent:
      'Envoyé depuis votre portefeuille. Ne payez pas une deuxième fois : vous le verrez ici dès que le réseau l’aura.',
    wallet_rejected: 'Vous l’avez refusé dans votre portefeuille. Rien n’a été envoyé.',
    wallet_wrong_network: 'Votre portefeuille est sur un autre réseau. Passez sur {network} et réessayez.',
    wallet_failed:
      'Votre portefeuille n’a pas répondu comme prévu. Regardez-y si le paiement est parti ; sinon, payez avec le montant et l’adresse ci-dessus.',
    only_usdt: 'Uniquement des {asset}, et uniquement sur {network}',
    only_usdt_text:
      'D’autres monnaies, ou des {asset} sur un autre réseau, ne comptent pas et peuvent être perdus pour toujours.',
    fee_note:
      'L’expéditeur paie les frais de réseau en plus : le montant exact doit arriver. Beaucoup de plateformes les déduisent de ce que vous envoyez.',
    waiting: 'En attente de votre paiement…',
    rest_heading: 'Une partie de votre paiement est arrivée',
    received_worth: 'Ce qui est arrivé équivaut à {received} sur {price}.',
    rest_text: 'Nous avons reçu {received} sur {amount} {asset}. Envoyez le reste avant la fin du délai.',
    orphaned_title: 'Attendez : ne l’envoyez pas une deuxième fois',
    unread_note:
      'Nous ne pouvons pas voir les paiements sur ce réseau en ce moment. Si vous avez envoyé le vôtre, il n’est pas perdu : il s’affichera ici, avec l’heure à laquelle vous l’avez envoyé. Ne l’envoyez pas deux fois.',
    orphaned_note:
      'Le réseau a réorganisé ses derniers blocs, et un paiement que nous avions vu n’y est plus. Il revient en général en quelques minutes : ne l’envoyez pas une deuxième fois.',
    change_network: 'Je veux payer sur un autre réseau',
    change_network_text:
      'Le montant et le temps restant ne changent pas. Si vous avez déjà envoyé vos {asset}, ne changez rien : ils s’afficheront ici.',
    change_network_to: 'Passer sur {network}',
    rescue_heading: 'J’ai payé et cela ne s’affiche pas ici',
    rescue_text:
      'Copiez le hash de la transaction (TXID) depuis votre portefeuille ou plateforme, et nous la cherchons sur le réseau.',
    rescue_label: 'Hash de la transaction (TXID)',
    rescue_button: 'Trouver mon paiement',
    search_malformed:
      'Ce n’est pas un hash de transaction : il comporte 64 caractères, de 0 à 9 et de a à f.',
    search_wrong_recipient:
      'Cette transaction n’est pas allée à l’adresse de ce paiement. Comparez l’adresse dans votre portefeuille.',
    search_wrong_token_or_network:
      'Cette transaction n’a transféré aucun {asset} sur {network}. Si vous avez utilisé un autre réseau ou une autre monnaie, écrivez à {merchant} avec la référence ci-dessous.',
    search_unknown_token:
      'Cette transaction est sur un réseau que nous lisons, mais elle n’a transféré aucune monnaie que nous acceptons. Seuls les {asset} sur {network} comptent ; nous ne pouvons ni voir ni renvoyer d’autres monnaies.',
    stray_seen: 'Nous voyons {came} sur {network} ; il vous était demandé de payer {asked}.',
    stray_untold: 'Nous préviendrons {merchant} dès que le réseau l’aura confirmé.',
    stray_told:
      '{merchant} a été prévenu. Cela ne paie pas cette commande automatiquement ; conservez la référence ci-dessous.',
    stray_returned:
      'Le remboursement est en cours. Pour toute question, écrivez à {merchant} avec la référence ci-dessous.',
    search_not_in_a_block:
      '{network} n’a pas encore cette transaction dans un bloc. Attendez quelques minutes et cherchez à nouveau.',
    search_unavailable: 'Nous ne pouvons pas interroger le réseau pour le moment. Réessayez dans une minute.',
    checking_title: 'Le délai est écoulé : n’envoyez plus rien',
    checking_text:
      'Si vous avez payé, attendez ici : ce qui a été envoyé à temps compte et s’affichera dès que le réseau le confirmera.',
    confirming_title: 'Nous avons vu votre paiement',
    confirming_text:
      '{received} {asset} sont arrivés et le réseau les confirme. Vous pouvez fermer cette page : nous préviendrons {merchant}.',
    confirmations: '{seen} confirmations sur {needed}',
    confirmations_one: '{seen} confirmation sur {needed}',
    confirmations_time: 'encore {time} environ',
    confirmations_time_one: 'encore {time} environ',
    step_seen: 'Vu',
    step_confirming: 'En cours',
    step_done: 'Terminé',
    success_title: 'Paiement terminé',
    overpaid_note:
      'Vous avez envoyé {extra} {asset} de trop. Pour les récupérer, écrivez à {merchant} avec la référence ci-dessous.',
    unpaid_text:
      'Aucun paiement n’est arrivé à temps. Si vous n’avez pas payé, retournez chez {merchant} pour recommencer, et n’envoyez rien à l’adresse précédente.',
    underpaid_title: 'Tout n’est pas arrivé à temps',
    underpaid_text:
      '{received} sur {amount} {asset} sont arrivés. N’envoyez rien de plus : écrivez à {merchant} avec la référence ci-dessous pour que le paiement soit accepté ou remboursé.',
    late_title: 'Votre paiement est arrivé en retard',
    late_text:
      '{received} {asset} sont arrivés après la fin du délai. Écrivez à {merchant} avec la référence ci-dessous pour que le paiement soit accepté ou remboursé.',
    returned_title: 'Paiement remboursé',
    returned_text:
      '{merchant} a noté que {received} {asset} vous ont été remboursés. Si vous ne les voyez pas, écrivez-lui avec la référence ci-dessous.',
    no_rate_title: 'Nous n’avons pas encore de taux de change',
    no_rate_text:
      'Nous ne pouvons pas fixer un taux juste pour {asset} pour le moment. Vous n’avez pas été débité ; cette page réessaiera d’elle-même.',
    network_label: 'Réseau',
    received_label: 'Reçu',
    rate_label: 'Taux',
    transaction_label: 'Transaction',
    see_address: 'Voir l’adresse dans l’explorateur',
  },
  link: {
    link_heading: 'Votre paiement',
    link_invoice_heading: 'Facture {number}',
    link_for: 'Pour {name}',
    link_open_amount: 'Vous choisissez le montant',
    link_amount: 'Montant ({currency})',
    link_amount_between: 'Entre {min} et {max}',
    link_amount_from: 'À partir de {min}',
    link_amount_to: 'Jusqu’à {max}',
    link_due: 'À payer avant le {date}',
    link_overdue: 'La date d’échéance est passée.',
    link_expires: 'Ce lien fonctionne jusqu’au',
    link_quantity: 'Quantité',
    link_text: 'Article',
    link_price: 'Prix',
    link_sum: 'Montant',
    link_methods: 'Comment voulez-vous payer ?',
    link_name: 'Nom',
    link_email_hint: 'Votre reçu y sera envoyé.',
    link_button: 'Continuer vers le paiement',
    link_sending: 'Préparation de votre paiement…',
    link_amount_missing: 'Saisissez le montant.',
    link_amount_wrong: 'Écrivez le montant en chiffres, par exemple {example}.',
    link_amount_ambiguous:
      'Ce montant peut se lire de deux façons. Écrivez-le sans points ni virgules entre les milliers, par exemple {example}.',
    link_amount_bounds: 'Le montant est hors des limites de ce qui peut être payé ici.',
    link_method_missing: 'Choisissez comment vous voulez payer.',
    link_name_wrong: 'Saisissez uniquement votre nom.',
    link_going_title: 'Nous vous dirigeons vers le paiement',
    link_going_text: 'Si rien ne se passe, appuyez sur le bouton.',
    link_paid_title: 'C’est payé',
    link_paid_text: '{merchant} a reçu ce paiement. Il n’y a plus rien à faire.',
    link_closed_title: 'Ce lien est fermé',
    link_closed_text: 'Il ne peut plus être payé ici. En cas de doute, écrivez à {merchant}.',
    link_expired_title: 'Ce lien a expiré',
    link_expired_text: 'Demandez-en un nouveau à {merchant}.',
    link_unavailable_title: 'Le paiement est impossible ici pour le moment',
    link_unavailable_text: 'Vous n’avez pas été débité. Réessayez plus tard ou écrivez à {merchant}.',
    link_busy_title: 'Quelqu’un est en train de payer',
    link_busy_text:
      'Ce lien ne se paie qu’une fois. Attendez quelques minutes et rouvrez-le : s’il n’est pas payé d’ici là, vous pourrez le payer.',
    link_busy_own_text:
      'Vous avez déjà commencé ce paiement. Reprenez-le où vous l’avez laissé, pour ne pas payer deux fois.',
    link_busy_own_button: 'Reprendre ce paiement',
  },
  payout: {
    payout_test_mode:
      'Mode test : uniquement des {asset} de test sur des réseaux de test. Aucun argent réel n’est envoyé.',
    payout_title: '{merchant} vous verse {amount}',
    payout_from: 'Versement de',
    payout_amount_due: 'Vous allez recevoir',
    payout_amount_paid: 'Vous avez reçu',
    payout_choose_heading: 'Où voulez-vous recevoir vos {asset} ?',
    payout_choose_text:
      '{asset} est un dollar numérique. Choisissez un réseau et collez l’adresse que votre portefeuille ou plateforme affiche pour ce réseau.',
    payout_exact: 'Vous recevez exactement {amount} {asset}',
    payout_rate: 'À 1 {asset} = {rate} USD, taux fixé le',
    payout_no_fee: 'Vous ne payez aucuns frais : {merchant} prend l’envoi à sa charge.',
    payout_network_legend: 'Réseau',
    payout_address_evm: 'L’adresse commence par 0x',
    payout_address_tron: 'L’adresse commence par T',
    payout_speed_quarter_hour: 'Arrive en 15 minutes environ',
    payout_speed_minutes: 'Arrive en une minute ou deux',
    payout_speed_seconds: 'Arrive en quelques secondes',
    payout_help_heading: 'Quel réseau choisir ?',
    payout_help_text:
      'Ouvrez votre portefeuille ou plateforme, touchez « Recevoir » ou « Dépôt » et choisissez {asset} : vous y voyez les réseaux acceptés. Choisissez le même réseau ici et copiez l’adresse affichée. Si le réseau et l’adresse ne sont pas du même portefeuille, l’argent est perdu.',
    payout_wallet_label: 'Adresse de votre portefeuille',
    payout_wallet_hint: 'Copiez-la depuis votre portefeuille et collez-la ; ne la tapez pas à la main.',
    payout_never_keys:
      'Nous ne demandons jamais la clé ni la phrase secrète de votre portefeuille. Ne les donnez à personne.',
    payout_continue: 'Continuer',
    payout_wallet_missing: 'Collez l’adresse de votre portefeuille.',
    payout_wallet_long: 'C’est trop long pour une adresse. Copiez uniquement l’adresse.',
    payout_wallet_shortened:
      'L’adresse est abrégée par des points. Copiez-la en entier avec le bouton de copie.',
    payout_wallet_spaces:
      'Il y a une espace ou un caractère invisible dans l’adresse. Copiez-la à nouveau, sans rien d’autre.',
    payout_wallet_letters:
      'La lettre « {letter} » n’existe dans aucune adresse : elle ressemble seulement à une autre. N’utilisez pas ce texte ; copiez l’adresse directement depuis votre portefeuille.',
    payout_wallet_name:
      'Cela ressemble à un nom ou à une adresse e-mail. Il faut l’adresse elle-même : celle qui commence par {start}.',
    payout_wallet_hash:
      'C’est une transaction ou une clé, pas une adresse. Si c’est la clé de votre portefeuille, ne la montrez à personne. Copiez l’adresse que « Recevoir » affiche.',
    payout_wallet_malformed:
      'Ce n’est pas une adresse {network} : elle commence par {start} et comporte {length} caractères ; celle-ci en a {count}.',
    payout_wallet_checksum:
      'L’adresse contient une erreur : l’un de ses caractères est faux. Copiez-la à nouveau depuis votre portefeuille.',
    payout_wallet_of_tron:
      'Cette adresse est une adresse Tron et vous avez choisi {network}. Choisissez Tron, ou collez une adresse qui commence par 0x.',
    payout_wallet_other_chain:
      'Cette adresse est pour un autre réseau que {network}. Copiez celle de votre portefeuille sur {network}.',
    payout_wallet_of_ethereum:
      'Cette adresse est une adresse Ethereum et vous avez choisi {network}. Choisissez Ethereum, ou collez une adresse qui commence par T.',
    payout_wallet_nobody:
      'Cette adresse n’appartient à personne : ce qui y est envoyé est perdu. Collez celle de votre portefeuille.',
    payout_wallet_token:
      'C’est l’adresse du contrat {asset}, pas celle d’un portefeuille. Collez celle de votre portefeuille.',
    payout_wallet_ours: 'Cette adresse est la nôtre, pas la vôtre. Collez l’adresse de votre portefeuille.',
    payout_wallet_frozen:
      'L’émetteur de {asset} a gelé cette adresse : rien n’arriverait. Utilisez un autre portefeuille ou écrivez à {merchant}.',
    payout_wallet_blocked:
      'Nous ne pouvons pas envoyer à cette adresse. Utilisez un autre portefeuille ou écrivez à {merchant}.',
    payout_wallet_not_allowed:
      '{merchant} n’envoie qu’aux adresses qu’il connaît, et celle-ci n’en fait pas partie. Utilisez celle que vous lui avez donnée, ou écrivez-lui.',
    payout_wallet_on_hold:
      'Nous ne pouvons pas accepter de portefeuille en ce moment : une vérification est nécessaire et prend plus de temps que d’habitude. Rien n’a été enregistré. Votre versement est en sécurité ; réessayez plus tard.',
    payout_wallet_unavailable:
      'Nous ne pouvons pas vérifier cette adresse sur le réseau pour le moment. Rien n’a été enregistré : réessayez dans une minute.',
    payout_code_heading: 'Saisissez le code reçu par e-mail',
    payout_code_text:
      'Nous avons envoyé un code à six chiffres à {email}, pour être sûrs que c’est vous qui choisissez ce portefeuille. Il est valable {time}.',
    payout_code_label: 'Code à six chiffres',
    payout_code_spam: 'Pas reçu ? Regardez aussi dans les indésirables.',
    payout_code_resend: 'M’envoyer un autre code',
    payout_code_resend_wait: 'Vous pourrez demander un autre code dans {time}.',
    payout_code_sent: 'Nous vous avons envoyé un autre code. Seul le plus récent fonctionne.',
    payout_code_malformed: 'Le code comporte six chiffres.',
    payout_code_wrong: 'Ce n’est pas le bon code. Il vous reste {count} tentatives.',
    payout_code_wrong_last: 'Ce n’est pas le bon code. Il vous reste une tentative.',
    payout_code_used_up: 'Il y a eu trop de tentatives : ce code ne fonctionne plus. Demandez-en un autre.',
    payout_code_expired: 'Le code a expiré. Demandez-en un autre.',
    payout_code_too_soon:
      'Nous venons de vous envoyer un code. Vous pourrez en demander un autre dans {time}.',
    payout_code_locked:
      'Trop de codes ont été demandés. Pour votre sécurité, le prochain pourra être demandé dans {time}.',
    payout_code_spent:
      'Trop de codes faux ont été saisis. Pour votre sécurité, le prochain pourra être demandé dans {time}. Pour continuer tout de suite, demandez un nouveau lien à {merchant}.',
    payout_code_elsewhere:
      'Ce code a été saisi dans un autre navigateur, ou le vôtre ne conserve pas les cookies. Pour continuer ici, saisissez-le ici.',
    payout_code_unproven:
      'Trop de temps s’est écoulé. Pour votre sécurité, demandez un autre code et saisissez-le.',
    payout_undelivered_heading: 'Le code n’a pas pu être remis',
    payout_undelivered_text:
      'Le serveur de messagerie de {email} a refusé notre message : le code ne vous est pas parvenu.',
    payout_undelivered_correct:
      'Écrivez à {merchant} pour faire corriger votre adresse e-mail. Pour votre sécurité, personne d’autre ne le peut. Nous vous enverrons alors un nouveau code, et cette page continuera d’elle-même.',
    payout_undelivered_again:
      'Si l’adresse est correcte, par exemple si votre boîte était pleine, demandez un autre code une fois le problème réglé.',
    payout_changed:
      'Entre-temps, le portefeuille a été changé sur une autre page. Vérifiez que celui ci-dessous est le vôtre ; sinon, changez-le.',
    payout_change: 'Changer de portefeuille',
    payout_to_label: 'Votre portefeuille',
    payout_amount_label: 'Vous recevez',
    payout_fee_label: 'Frais',
    payout_fee_none: 'Aucuns',
    payout_confirmed_label: 'Confirmé le',
    payout_review_heading: 'Vérifiez avant de confirmer',
    payout_review_text: 'Comparez l’adresse avec celle de votre portefeuille, surtout le début et la fin.',
    payout_review_contract:
      'Cette adresse appartient à un contrat intelligent, pas à un simple portefeuille. Des plateformes et des portefeuilles partagés ont de telles adresses, mais aussi des jetons et des applications, où l’argent est perdu. Ne confirmez que si elle vous a été donnée pour recevoir des {asset}.',
    payout_irreversible: 'Cette opération est irréversible.',
    payout_irreversible_text:
      'Ce qui est envoyé à une mauvaise adresse ou sur un mauvais réseau est perdu : ni {merchant} ni nous ne pouvons le récupérer.',
    payout_confirm_button: 'Oui, envoyer {amount} {asset}',
    payout_sending_form: 'Un instant…',
    payout_checking_title: 'Votre versement est en cours de vérification',
    payout_checking_text:
      'Une personne vérifie les versements de ce montant avant l’envoi. Vous n’avez rien à faire : cette page indiquera quand il partira.',
    payout_queued_title: 'Votre versement part bientôt',
    payout_queued_text:
      'Votre portefeuille est confirmé et l’envoi est en cours. Vous pouvez fermer cette page.',
    payout_waiting_title: 'Votre versement est en attente',
    payout_waiting_paused:
      'Les envois sont suspendus en ce moment. Votre versement est en sécurité et partira automatiquement dès leur reprise.',
    payout_waiting_busy:
      'Le réseau est très chargé et cher en ce moment. Votre versement est en sécurité et partira automatiquement quand il se calmera.',
    payout_waiting_preparing:
      'Nous préparons le portefeuille d’envoi. Votre versement est en sécurité et partira automatiquement ; vous n’avez rien à faire.',
    payout_waiting_network:
      'La connexion au réseau est interrompue. Votre versement est en sécurité et partira automatiquement dès son rétablissement.',
    payout_waiting_check:
      'Cela prend plus de temps que d’habitude : une vérification est nécessaire avant l’envoi. Votre versement est en sécurité ; vous n’avez rien à faire.',
    payout_waiting_outcome:
      'Le réseau a accepté le transfert et nous vérifions ce qui est arrivé. Cela prend plus de temps que d’habitude. Regardez aussi votre portefeuille : l’argent y est peut-être déjà.',
    payout_sending_title: 'Nous envoyons votre versement',
    payout_sending_text:
      'La transaction est en cours de transmission au réseau. Vous pouvez fermer cette page.',
    payout_confirming_title: 'Votre versement est en route',
    payout_confirming_text:
      'Nous avons envoyé {amount} {asset} et le réseau les confirme. Vous pouvez fermer cette page et revenir par le même lien.',
    payout_success_title: 'Vos {asset} sont arrivés',
    payout_success_text:
      '{merchant} vous a versé {amount} {asset}, et ils sont dans votre portefeuille. Vous pouvez conserver cette page comme reçu.',
    payout_expired_title: 'Le délai pour recevoir ce versement est écoulé',
    payout_expired_text:
      'Personne n’a confirmé de portefeuille à temps, et l’argent est revenu à {merchant}. Demandez-lui un nouveau lien.',
    payout_canceled_title: 'Ce versement a été annulé',
    payout_canceled_text:
      'L’argent est revenu à {merchant}. Si vous ne vous y attendiez pas, écrivez-lui avec la référence ci-dessous.',
    payout_rejected_title: 'Ce versement n’a pas été approuvé',
    payout_rejected_text:
      'Après vérification, il n’a pas été envoyé, et l’argent est revenu à {merchant}. Écrivez-lui avec la référence ci-dessous.',
    payout_failed_title: 'Votre versement n’a pas pu être envoyé',
    payout_failed_reverted:
      'Le réseau a refusé le transfert vers ce portefeuille, et rien ne vous est parvenu. L’argent est revenu à {merchant} : écrivez-lui avec la référence ci-dessous.',
    payout_failed_not_carried:
      'Le réseau n’a pas exécuté le transfert, et rien ne vous est parvenu. L’argent est revenu à {merchant} : écrivez-lui avec la référence ci-dessous.',
    payout_no_network_title: 'Un instant, s’il vous plaît',
    payout_no_network_text:
      'Nous ne pouvons envoyer sur aucun réseau pour le moment. Votre versement est en sécurité ; cette page réessaiera d’elle-même.',
    payout_step_confirmed: 'Confirmé',
    payout_step_sending: 'Envoi',
    payout_step_done: 'Reçu',
    payout_not_found_title: 'Nous ne trouvons pas ce versement',
    payout_not_found_text: 'Vérifiez que le lien est complet, ou demandez-en un nouveau à l’expéditeur.',
    payout_unavailable_title: 'Un instant, s’il vous plaît',
    payout_unavailable_text:
      'Nous avons un problème passager. Votre versement est en sécurité : cette page l’affichera dès que possible.',
    payout_bad_request_title: 'Nous n’avons pas pu lire ce qui a été envoyé',
    payout_bad_request_text: 'Retournez à la page et réessayez. Rien n’a été modifié.',
  },
  refund: {
    payout_title: '{merchant} vous rembourse {amount}',
    payout_from: 'Remboursement de',
    payout_choose_heading: 'Où voulez-vous récupérer vos {asset} ?',
    payout_rate: 'À 1 {asset} = {rate} USD, comme pour votre paiement, taux fixé le',
    payout_checking_title: 'Votre remboursement est en cours de vérification',
    payout_checking_text:
      'Une personne vérifie les remboursements de ce montant avant l’envoi. Vous n’avez rien à faire : cette page indiquera quand il partira.',
    payout_queued_title: 'Votre remboursement part bientôt',
    payout_waiting_title: 'Votre remboursement est en attente',
    payout_waiting_busy:
      'Le réseau est très chargé et cher en ce moment. Votre argent est en sécurité et partira automatiquement quand il se calmera.',
    payout_waiting_preparing:
      'Nous préparons le portefeuille d’envoi. Votre argent est en sécurité et partira automatiquement ; vous n’avez rien à faire.',
    payout_waiting_network:
      'La connexion au réseau est interrompue. Votre argent est en sécurité et partira automatiquement dès son rétablissement.',
    payout_waiting_check:
      'Cela prend plus de temps que d’habitude : une vérification est nécessaire avant l’envoi. Votre argent est en sécurité ; vous n’avez rien à faire.',
    payout_sending_title: 'Nous envoyons votre remboursement',
    payout_confirming_title: 'Votre remboursement est en route',
    payout_success_title: 'Votre remboursement est arrivé',
    payout_success_text:
      '{merchant} vous a remboursé {amount} {asset}, et ils sont dans votre portefeuille. Vous pouvez conserver cette page comme reçu.',
    payout_expired_title: 'Le délai pour recevoir le remboursement est écoulé',
    payout_expired_text:
      'Personne n’a confirmé de portefeuille à temps, et rien n’a été envoyé. Écrivez à {merchant} avec la référence ci-dessous et redemandez-le.',
    payout_canceled_title: 'Ce remboursement a été annulé',
    payout_canceled_text:
      'Rien n’a été envoyé. Si vous ne vous y attendiez pas, écrivez à {merchant} avec la référence ci-dessous.',
    payout_rejected_title: 'Ce remboursement n’a pas été approuvé',
    payout_rejected_text:
      'Après vérification, il n’a pas été envoyé. Écrivez à {merchant} avec la référence ci-dessous.',
    payout_failed_title: 'Votre remboursement n’a pas pu être envoyé',
    payout_failed_reverted:
      'Le réseau a refusé le transfert vers ce portefeuille, et rien ne vous est parvenu. Écrivez à {merchant} avec la référence ci-dessous et redemandez-le.',
    payout_failed_not_carried:
      'Le réseau n’a pas exécuté le transfert, et rien ne vous est parvenu. Écrivez à {merchant} avec la référence ci-dessous et redemandez-le.',
    payout_no_network_text:
      'Nous ne pouvons envoyer sur aucun réseau pour le moment. Votre argent est en sécurité ; cette page réessaiera d’elle-même.',
  },
  bank: {
    method: 'Méthode',
    pageTitle: 'Payer avec {method}',
    pageExplanation:
      'Cette page imite une banque, un portefeuille ou un guichet. Aucun argent réel ne circule.',
    state: 'État',
    payExactly: 'Payer {amount}',
    payOther: 'Payer un autre montant',
    otherAmount: 'Montant payé',
    bankDelays: 'Laisser la banque décider plus tard',
    refusePayment: 'Refuser le paiement',
    goBack: 'Revenir au paiement',
    state_waiting: 'non payé',
    state_pending: 'la banque décide',
    state_paid: 'payé',
    state_refused: 'refusé',
    state_expired: 'délai dépassé',
    state_canceled: 'annulé',
    bank: 'Banque de test',
    title: 'Confirmez votre paiement',
    explanation: 'Cette page imite la vérification 3-D Secure d’une banque. Aucun argent réel n’est débité.',
    amount: 'Montant',
    card: 'Carte',
    concept: 'Description',
    approve: 'Approuver le paiement',
    fail: 'Faire échouer la vérification',
    unknownTitle: 'Nous ne trouvons pas ce paiement',
    unknownExplanation: 'Retournez à la page de paiement et réessayez.',
  },
};
