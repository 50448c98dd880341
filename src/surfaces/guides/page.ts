import { html } from 'ghtml';
import { type GuideLanguage, guideLanguages, guideTexts } from '../../base/texts/guides.ts';
import { addressOf, type Book, type Guide, type Guides, guidesPath, type MenuEntry } from './guide.ts';

/** A guide as a page. It works without script, which adds the search, copying and tabs. */
export function renderGuide({ books, version }: Guides, language: GuideLanguage, guide: Guide): string {
  const texts = guideTexts[language];
  const book = books[language];
  const isTranslated = book.guides.includes(guide);
  const translations = guideLanguages.filter((each) =>
    books[each].guides.some(({ slug }) => slug === guide.slug),
  );
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${guide.slug === '' ? guide.title : `${guide.title} · Pasarela`}</title>
<meta name="description" content="${guide.about}">
<link rel="icon" href="data:,">
<link rel="canonical" href="!${'{{origin}}'}${addressOf(isTranslated ? language : 'en', guide.slug)}">
!${translations.map((each) => html`<link rel="alternate" hreflang="${each}" href="!${'{{origin}}'}${addressOf(each, guide.slug)}">`)}
<link rel="alternate" type="text/markdown" href="${addressOf(isTranslated ? language : 'en', guide.slug)}.md">
<link rel="stylesheet" href="${guidesPath}/guides.css">
<script src="${guidesPath}/guides.js" defer></script>
</head>
<body data-language="${language}" data-texts="${JSON.stringify(scriptTexts(language))}">
<a class="skip" href="#content">${texts.toContent}</a>
<header class="bar">
<a class="brand" href="${addressOf(language, '')}"><b>Pasarela</b> ${texts.guides}</a>
<button type="button" id="search" hidden>${texts.search}<kbd>/</kbd></button>
<a class="reference" href="${guidesPath}/api">${texts.reference}</a>
<nav class="languages" aria-label="${texts.languages}">!${guideLanguages.map((each) =>
    each === language
      ? html`<b lang="${each}">${guideTexts[each].language}</b>`
      : html`<a href="${addressOf(each, guide.slug)}" lang="${each}" hreflang="${each}">${guideTexts[each].language}</a>`,
  )}</nav>
<button type="button" class="menu" popovertarget="menu">${texts.menu}</button>
</header>
<div class="frame">
<nav id="menu" class="guides" popover aria-label="${texts.guides}">
<button type="button" class="close" popovertarget="menu" popovertargetaction="hide">${texts.close}</button>
!${renderMenu(book, language, guide)}
</nav>
<main id="content" tabindex="-1">
!${isTranslated ? '' : html`<p class="untranslated">${texts.untranslated}</p>`}
<article!${isTranslated ? '' : ' lang="en"'}>
!${guide.html}
</article>
!${renderNearby(book, language, guide)}
<footer><a href="${addressOf(isTranslated ? language : 'en', guide.slug)}.md">${texts.asMarkdown}</a> <a href="/llms.txt">llms.txt</a> <span>Pasarela ${version}</span></footer>
</main>
!${renderHeadings(guide, language)}
</div>
</body>
</html>
`;
}

function scriptTexts(language: GuideLanguage): object {
  const { copy, copied, search, searchHint, nothingFound, searchFailed, close } = guideTexts[language];
  return { copy, copied, search, searchHint, nothingFound, searchFailed, close };
}

function renderMenu({ menu }: Book, language: GuideLanguage, guide: Guide): string {
  return menu
    .map(
      ({ title, entries }) => html`<section>
<h2>${title}</h2>
<ul>
!${entries.map((entry) => html`<li>!${renderEntry(entry, language, guide)}</li>`)}
</ul>
</section>`,
    )
    .join('');
}

function renderEntry(
  { title, slug, language: written }: MenuEntry,
  language: GuideLanguage,
  guide: Guide,
): string {
  const current = slug === guide.slug ? html` aria-current="page"` : '';
  const mark = written === language ? '' : html` <small>${guideTexts[language].inEnglish}</small>`;
  return html`<a href="${addressOf(language, slug)}"!${current}>${title}!${mark}</a>`;
}

/** The pages before and after this one in the menu. */
function renderNearby({ menu }: Book, language: GuideLanguage, guide: Guide): string {
  const all = menu.flatMap(({ entries }) => entries);
  const texts = guideTexts[language];
  const at = all.findIndex(({ slug }) => slug === guide.slug);
  const previous = all[at - 1];
  const next = all[at + 1];
  if (!previous && !next) return '';
  const link = (entry: MenuEntry | undefined, rel: string, text: string): string =>
    entry
      ? html`<a rel="${rel}" href="${addressOf(language, entry.slug)}"><small>${text}</small>${entry.title}</a>`
      : '<span></span>';
  return html`<nav class="nearby" aria-label="${texts.nearby}">!${link(previous, 'prev', texts.previous)}!${link(next, 'next', texts.next)}</nav>`;
}

function renderHeadings({ headings }: Guide, language: GuideLanguage): string {
  if (headings.length < 2) return '';
  const { onThisPage } = guideTexts[language];
  return html`<nav class="headings" aria-label="${onThisPage}">
<h2>${onThisPage}</h2>
<ul>
!${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
</ul>
</nav>`;
}
