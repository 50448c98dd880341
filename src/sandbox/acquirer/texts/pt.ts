import type { ChallengeTexts } from './shape.ts';

export const pt: ChallengeTexts = {
  bank: 'Banco de testes',
  title: 'Confirme seu pagamento',
  explanation: 'Esta página simula a verificação 3-D Secure de um banco. Nenhum dinheiro real é movimentado.',
  amount: 'Valor',
  card: 'Cartão',
  concept: 'Descrição',
  approve: 'Aprovar o pagamento',
  fail: 'Recusar a verificação',
  unknownTitle: 'Não encontramos este pagamento',
  unknownExplanation: 'Volte à página de pagamento e tente novamente.',
};
