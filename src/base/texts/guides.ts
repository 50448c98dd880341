/** The guides at /docs are written in these languages; readers of others get them in English. */
export const guideLanguages = ['en', 'es', 'pt'] as const;
export type GuideLanguage = (typeof guideLanguages)[number];

/** What stands around a guide. */
export interface GuideTexts {
  language: string;
  guides: string;
  reference: string;
  menu: string;
  close: string;
  languages: string;
  toContent: string;
  onThisPage: string;
  previous: string;
  next: string;
  nearby: string;
  asMarkdown: string;
  inEnglish: string;
  /** Above a page that is shown in English. */
  untranslated: string;
  toHeading: string;
  search: string;
  searchHint: string;
  nothingFound: string;
  searchFailed: string;
  copy: string;
  copied: string;
  table: string;
  samples: string;
  /** The head of the table of errors, in Markdown. */
  errorsHead: string;
}

export const guideTexts: Readonly<Record<GuideLanguage, GuideTexts>> = {
  en: {
    language: 'English',
    guides: 'Guides',
    reference: 'API reference',
    menu: 'Menu',
    close: 'Close',
    languages: 'Language',
    toContent: 'Skip to content',
    onThisPage: 'On this page',
    previous: 'Previous',
    next: 'Next',
    nearby: 'Previous and next page',
    asMarkdown: 'This page as Markdown',
    inEnglish: 'in English',
    untranslated: 'This page is in English.',
    toHeading: 'Link to this section',
    search: 'Search',
    searchHint: 'Search the guides',
    nothingFound: 'Nothing found.',
    searchFailed: 'The search could not be loaded. Try again.',
    copy: 'Copy',
    copied: 'Copied',
    table: 'Table',
    samples: 'Code in several languages',
    errorsHead: '| code | status | what to do |',
  },
  es: {
    language: 'Español',
    guides: 'Guías',
    reference: 'Referencia de la API',
    menu: 'Menú',
    close: 'Cerrar',
    languages: 'Idioma',
    toContent: 'Ir al contenido',
    onThisPage: 'En esta página',
    previous: 'Anterior',
    next: 'Siguiente',
    nearby: 'Página anterior y siguiente',
    asMarkdown: 'Esta página en Markdown',
    inEnglish: 'en inglés',
    untranslated: 'Esta página todavía no está en español: aquí está en inglés.',
    toHeading: 'Enlace a esta sección',
    search: 'Buscar',
    searchHint: 'Buscar en las guías',
    nothingFound: 'No se encontró nada.',
    searchFailed: 'No se pudo cargar la búsqueda. Inténtalo de nuevo.',
    copy: 'Copiar',
    copied: 'Copiado',
    table: 'Tabla',
    samples: 'Código en varios lenguajes',
    errorsHead: '| código | estado | qué hacer |',
  },
  pt: {
    language: 'Português',
    guides: 'Guias',
    reference: 'Referência da API',
    menu: 'Menu',
    close: 'Fechar',
    languages: 'Idioma',
    toContent: 'Ir para o conteúdo',
    onThisPage: 'Nesta página',
    previous: 'Anterior',
    next: 'Próxima',
    nearby: 'Página anterior e próxima',
    asMarkdown: 'Esta página em Markdown',
    inEnglish: 'em inglês',
    untranslated: 'Esta página ainda não está em português: aqui está em inglês.',
    toHeading: 'Link para esta seção',
    search: 'Buscar',
    searchHint: 'Buscar nos guias',
    nothingFound: 'Nada encontrado.',
    searchFailed: 'Não foi possível carregar a busca. Tente novamente.',
    copy: 'Copiar',
    copied: 'Copiado',
    table: 'Tabela',
    samples: 'Código em várias linguagens',
    errorsHead: '| código | status | o que fazer |',
  },
};
