/** What the page of the pretended bank says, in each language. */
export interface ChallengeTexts {
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
