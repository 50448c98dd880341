export interface SettlementTexts {
  greeting(name: string): string;
  paidSubject(amount: string): string;
  paid(amount: string): string;
  ways: Readonly<Record<'bank' | 'usdt', string>>;
  reference: string;
  destination: string;
  refusedSubject(amount: string): string;
  refused(amount: string): string;
  reason: string;
  /** How much of another currency was paid. */
  paidAs: string;
  returnedSubject(amount: string): string;
  returned(amount: string): string;
}
