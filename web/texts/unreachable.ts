import type { Language } from '../../src/base/money/language.ts';

/** The one text that is there when no texts can be loaded. */
export const unreachable: Readonly<Record<Language, string>> = {
  en: 'The server cannot be reached. Reload the page.',
  es: 'No se puede conectar con el servidor. Vuelve a cargar la página.',
  pt: 'Não foi possível conectar ao servidor. Recarregue a página.',
  fr: 'Le serveur est injoignable. Rechargez la page.',
};
