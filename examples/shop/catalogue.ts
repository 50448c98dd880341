/** The products, and the countries of the shop. Prices, in cents, come only from here: a cart holds ids and quantities. */

export const countries = {
  COL: { currency: 'COP', name: 'Colombia', region: 'CO', methods: ['CARDS', 'PSE', 'USDT'] },
  BRA: { currency: 'BRL', name: 'Brasil', region: 'BR', methods: ['CARDS', 'PIX', 'USDT'] },
} as const;

export type Country = keyof typeof countries;
export type Currency = (typeof countries)[Country]['currency'];

export const isCountry = (text: string | undefined): text is Country =>
  text !== undefined && Object.hasOwn(countries, text);

export interface Product {
  id: string;
  name: Readonly<Record<'en' | 'es', string>>;
  note: Readonly<Record<'en' | 'es', string>>;
  price: Readonly<Record<Currency, number>>;
  /** The colour behind it, as a hue. */
  hue: number;
  /** Drawn in a box of 120 by 120. */
  drawing: string;
}

export const products: readonly Product[] = [
  {
    id: 'coffee',
    name: { en: 'Washed coffee, Huila', es: 'Café lavado, Huila' },
    note: { en: '340 g, panela and orange', es: '340 g, panela y naranja' },
    price: { COP: 48_000_00, BRL: 64_00 },
    hue: 28,
    drawing:
      '<path d="M36 30h48l6 70H30z" fill="#7a4526"/><path d="M36 30h48l-3-12H39z" fill="#5c3219"/><path d="M42 54h36v28H42z" fill="#f6e7d2"/><path d="M60 60c8 4 8 14 0 18-8-4-8-14 0-18z" fill="#b5562c"/>',
  },
  {
    id: 'cup',
    name: { en: 'Clay cup', es: 'Taza de barro' },
    note: { en: 'Turned by hand, 250 ml', es: 'Hecha a mano, 250 ml' },
    price: { COP: 62_000_00, BRL: 79_00 },
    hue: 12,
    drawing:
      '<path d="M82 52h8a12 12 0 0 1 0 24h-8" fill="none" stroke="#c4673f" stroke-width="7"/><path d="M30 42h56v32a20 20 0 0 1-20 20H50a20 20 0 0 1-20-20z" fill="#d97f52"/><path d="M30 42h56v12c-14 8-20-5-30 0s-16 6-26 2z" fill="#f3dcc4"/>',
  },
  {
    id: 'dripper',
    name: { en: 'Stoneware dripper', es: 'Gotero de gres' },
    note: { en: 'With 40 paper filters', es: 'Con 40 filtros de papel' },
    price: { COP: 95_000_00, BRL: 129_00 },
    hue: 165,
    drawing:
      '<path d="M28 30h64L72 72H48z" fill="#c3d6c9"/><path d="M36 38h48L70 68H50z" fill="#7a4526"/><path d="M38 72h44v8H38z" fill="#c3d6c9"/><path d="M44 84h32l-4 20H48z" fill="#8fb3a0" opacity=".75"/>',
  },
  {
    id: 'kettle',
    name: { en: 'Gooseneck kettle', es: 'Tetera cuello de cisne' },
    note: { en: 'Enamelled steel, 900 ml', es: 'Acero esmaltado, 900 ml' },
    price: { COP: 210_000_00, BRL: 289_00 },
    hue: 205,
    drawing:
      '<path d="M42 88c-22-4-6-34-24-42" fill="none" stroke="#2f6f8f" stroke-width="6" stroke-linecap="round"/><path d="M76 50c22-8 26 28 6 34" fill="none" stroke="#24566f" stroke-width="6"/><path d="M42 46h36l8 50H34z" fill="#3b86a8"/><path d="M42 46a18 12 0 0 1 36 0z" fill="#2f6f8f"/><circle cx="60" cy="31" r="5" fill="#f3dcc4"/>',
  },
  {
    id: 'grinder',
    name: { en: 'Hand grinder', es: 'Molino manual' },
    note: { en: 'Steel burrs, beech crank', es: 'Muelas de acero, manija de haya' },
    price: { COP: 180_000_00, BRL: 249_00 },
    hue: 48,
    drawing:
      '<path d="M60 34V22h28" fill="none" stroke="#6b6258" stroke-width="5" stroke-linecap="round"/><circle cx="90" cy="22" r="7" fill="#b5562c"/><path d="M42 40a18 12 0 0 1 36 0v12H42z" fill="#8d8478"/><path d="M44 52h32v46H44z" fill="#d9a860"/><path d="M44 66h32v6H44z" fill="#b98742"/>',
  },
  {
    id: 'class',
    name: { en: 'Cupping class', es: 'Clase de cata' },
    note: { en: 'Two hours, for one', es: 'Dos horas, para una persona' },
    price: { COP: 120_000_00, BRL: 159_00 },
    hue: 340,
    drawing:
      '<path d="M22 40h76v44H22z" fill="#f3dcc4"/><path d="M72 40v44" stroke="#a8456a" stroke-width="2" stroke-dasharray="4 4"/><circle cx="46" cy="62" r="13" fill="#a8456a"/><path d="M40 62c4-6 8 6 12 0" stroke="#f3dcc4" stroke-width="3" fill="none"/><path d="M80 52h10M80 62h10M80 72h10" stroke="#a8456a" stroke-width="3"/>',
  },
];

export const productOf = (id: string): Product | undefined => products.find((each) => each.id === id);

/** Cents as the API takes them: 4800000 is "48000.00". */
export const decimal = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
