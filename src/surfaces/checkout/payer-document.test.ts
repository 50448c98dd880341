import { expect, test } from 'vitest';
import { documentOf, documentOnCardForm, readDocument } from './payer-document.ts';

test.each([
  ['529.982.247-25', '52998224725'],
  ['52998224725', '52998224725'],
  ['529.982.247-24', null],
  ['111.111.111-11', null],
  ['11.222.333/0001-81', '11222333000181'],
  ['11.222.333/0001-80', null],
  ['12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['12.abc.345/01de-35', '12ABC34501DE35'],
  ['12.ABC.345/01DE-36', null],
  ['00000000000000', null],
  ['5299822472', null],
])('in Brazil %s is read as %s', (text, document) => {
  expect(readDocument('BRA', text)).toBe(document);
});

test.each([
  ['12.345.678', '12345678'],
  ['1234567', '1234567'],
  ['123456', null],
  ['20-12345678-6', '20123456786'],
  ['20-12345678-5', null],
  ['ABC', null],
])('in Argentina %s is read as %s', (text, document) => {
  expect(readDocument('ARG', text)).toBe(document);
});

test.each([
  ['1.032.456.789', '1032456789'],
  ['12345', null],
  ['123456789012', null],
])('in Colombia %s is read as %s', (text, document) => {
  expect(readDocument('COL', text)).toBe(document);
});

test.each([
  ['CHL', '12.345.678-5', '123456785'],
  ['CHL', '1.000.005-k', '1000005K'],
  ['CHL', '12.345.678-4', null],
  ['CHL', '123456', null],
  ['MEX', 'GODE561231HDFRRN09', 'GODE561231HDFRRN09'],
  ['MEX', 'gode 561231 gr8', 'GODE561231GR8'],
  ['MEX', 'GODE561231', 'GODE561231'],
  ['MEX', 'ÑAS990101AB1', 'ÑAS990101AB1'],
  ['MEX', '561231GODE', null],
  ['PER', '12345678', '12345678'],
  ['PER', '1234567', null],
  ['URY', '1.234.567-8', '12345678'],
  ['URY', '123456789', null],
  ['CRI', '1-0234-0567', '102340567'],
  ['ECU', '1710034065', '1710034065'],
  ['PRY', '1.234.567', '1234567'],
  ['BOL', '1234', null],
])('in %s, %s is read as %s', (country, text, document) => {
  expect(readDocument(country, text)).toBe(document);
});

test('what is longer than any document is not looked at', () => {
  expect(readDocument('PRY', `1${' '.repeat(1_000)}234567`)).toBeNull();
});

test('the card form asks for one where the cards of the country, or the processor, want it', () => {
  expect(documentOnCardForm('BRA', [])).toBe('required');
  expect(documentOnCardForm('COL', [])).toBe('optional');
  expect(documentOnCardForm('COL', ['document'])).toBe('required');
  expect(documentOnCardForm('MEX', [])).toBeNull();
  expect(documentOnCardForm('MEX', ['name', 'email', 'document'])).toBe('required');
});

test('every country has a document', () => {
  expect(documentOf('BRA').label).toBe('cpf_or_cnpj');
  expect(documentOf('CHL').label).toBe('rut');
  expect(documentOf('ZAF').label).toBe('identity_document');
});

test.each([
  ['12.345.678-k', '12345678K'],
  ['GODE561231HDFRRN09', 'GODE561231HDFRRN09'],
  ['1234', null],
  ['4111 1111 1111 1111 11111', null],
  ['<script>', null],
])('%s of a country without rules of its own is read as %s', (text, document) => {
  expect(readDocument('ZAF', text)).toBe(document);
});
