import { expect, test } from 'vitest';
import { askedDocumentKindOf, documentKindOf, readDocument } from './payer-document.ts';

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
  expect(readDocument('cpf_or_cnpj', text)).toBe(document);
});

test.each([
  ['12.345.678', '12345678'],
  ['1234567', '1234567'],
  ['123456', null],
  ['20-12345678-6', '20123456786'],
  ['20-12345678-5', null],
  ['ABC', null],
])('in Argentina %s is read as %s', (text, document) => {
  expect(readDocument('dni_or_cuit', text)).toBe(document);
});

test.each([
  ['1.032.456.789', '1032456789'],
  ['12345', null],
  ['123456789012', null],
])('in Colombia %s is read as %s', (text, document) => {
  expect(readDocument('cedula_or_nit', text)).toBe(document);
});

test('no document is asked for where cards need none', () => {
  expect(documentKindOf('MEX')).toBeNull();
  expect(documentKindOf('BRA')).toBe('cpf_or_cnpj');
});

test('where a processor must be told one, every country has a document', () => {
  expect(askedDocumentKindOf('BRA')).toBe('cpf_or_cnpj');
  expect(askedDocumentKindOf('CHL')).toBe('identity_document');
});

test.each([
  ['12.345.678-k', '12345678K'],
  ['GODE561231HDFRRN09', 'GODE561231HDFRRN09'],
  ['1234', null],
  ['4111 1111 1111 1111 11111', null],
  ['<script>', null],
])('%s of a country without rules of its own is read as %s', (text, document) => {
  expect(readDocument('identity_document', text)).toBe(document);
});
