import type { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Refusal } from '../app/api.ts';
import { useLanguage } from '../app/language.tsx';
import type { DashboardTexts } from '../texts/dashboard/en.ts';
import { faultKindOf } from '../texts/errors/words.ts';

/** Mantine's own name for it cannot be imported: its declarations leave out a file extension. */
type Form<Values extends Record<string, unknown>> = ReturnType<typeof useForm<Values>>;

/** What the faults of a form need of it, whatever its values are. */
export interface FormWithFaults {
  getValues(): Record<string, unknown>;
  setErrors(errors: Record<string, string>): void;
  clearErrors(): void;
}

/**
 * Sends a form's values. Faults that the server names by field are shown beside the fields of the same name, in the page's own
 * `words` if it has some for the field.
 */
export function useSending<Values extends Record<string, unknown>, Answer>(
  form: Form<Values>,
  send: (values: Values) => Promise<Answer>,
  onSuccess?: ((answer: Answer) => unknown) | undefined,
  words: Readonly<Record<string, string>> = {},
) {
  const { common } = useLanguage();
  const sending = useMutation({
    mutationFn: send,
    onMutate: () => form.clearErrors(),
    onError: (error) => form.setErrors(faultsOf(error, form, common, words)),
    ...(onSuccess && { onSuccess }),
  });
  return {
    submit: form.onSubmit((values) => sending.mutate(values)),
    isPending: sending.isPending,
    isSuccess: sending.isSuccess,
    data: sending.data,
    reset: sending.reset,
    error: withoutFaults(sending.error, form, common),
  };
}

/** The faults by field if the form has all of these fields, else none: the whole error is shown then. */
export function faultsOf(
  error: unknown,
  form: Pick<FormWithFaults, 'getValues'>,
  { errors }: Pick<DashboardTexts['common'], 'errors'>,
  words: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const values = form.getValues();
  if (!(error instanceof Refusal) || !error.fields.every(({ field }) => field in values)) return {};
  return Object.fromEntries(
    error.fields.map(({ field, message }) => [
      field,
      words[field] ?? (errors ? errors.faults[faultKindOf(message)] : message),
    ]),
  );
}

/** The error, unless all of it is shown beside fields. */
export function withoutFaults(
  error: unknown,
  form: Pick<FormWithFaults, 'getValues'> | undefined,
  common: Pick<DashboardTexts['common'], 'errors'>,
): unknown {
  return form && Object.keys(faultsOf(error, form, common)).length > 0 ? null : error;
}
