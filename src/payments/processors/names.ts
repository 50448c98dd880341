/**
 * Names that CARD_PROCESSORS may list. Separate from the registry, so that reading the environment loads no processor.
 */
export const processorNames = ['sandbox', 'stripe', 'mercadopago', 'dlocal'] as const;
export type ProcessorName = (typeof processorNames)[number];
