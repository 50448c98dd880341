const languages = ['es', 'pt', 'en'] as const;
export type Language = (typeof languages)[number];

export interface Texts {
  bank: string;
  title: string;
  explanation: string;
  amount: string;
  card: string;
  concept: string;
  approve: string;
  fail: string;
  unknownTitle: string;
  unknownExplanation: string;
}

export const texts: Readonly<Record<Language, Texts>> = {
  es: {
    bank: 'Banco de pruebas',
    title: 'Confirma tu pago',
    explanation: 'Esta página imita la verificación 3-D Secure de un banco. No se mueve dinero real.',
    amount: 'Importe',
    card: 'Tarjeta',
    concept: 'Concepto',
    approve: 'Aprobar el pago',
    fail: 'Rechazar la verificación',
    unknownTitle: 'No encontramos este pago',
    unknownExplanation: 'Vuelve a la página de pago e inténtalo de nuevo.',
  },
  pt: {
    bank: 'Banco de testes',
    title: 'Confirme seu pagamento',
    explanation:
      'Esta página simula a verificação 3-D Secure de um banco. Nenhum dinheiro real é movimentado.',
    amount: 'Valor',
    card: 'Cartão',
    concept: 'Descrição',
    approve: 'Aprovar o pagamento',
    fail: 'Recusar a verificação',
    unknownTitle: 'Não encontramos este pagamento',
    unknownExplanation: 'Volte à página de pagamento e tente novamente.',
  },
  en: {
    bank: 'Sandbox bank',
    title: 'Confirm your payment',
    explanation: 'This page imitates a bank’s 3-D Secure check. No real money moves.',
    amount: 'Amount',
    card: 'Card',
    concept: 'Description',
    approve: 'Approve the payment',
    fail: 'Fail the check',
    unknownTitle: 'We cannot find this payment',
    unknownExplanation: 'Go back to the payment page and try again.',
  },
};

/** The customer's most wanted language that we have; Spanish when none is. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((piece) => piece.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { language: tag.split('-')[0], quality: quality ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of wanted) {
    const known = languages.find((ours) => ours === language);
    if (known) return known;
  }
  return 'es';
}
